import 'react'

declare module 'react' {
  interface CSSProperties {
    /** How much of a bar or a line is filled: 0 to 1 for a line of remaining time, percent for all others. */
    '--p'?: number
  }
}
