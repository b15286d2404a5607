/** The mark: a file going into a slot. The same drawing as mark.svg. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#FFD02E" />
      <path fill="#fff" d="M9 3.5h9.5L23 8v9H9z" />
      <path fill="#C9A100" d="M18.5 3.5 23 8h-4.5z" />
      <rect x="4.5" y="15" width="23" height="5.5" rx="2.75" fill="#121715" />
    </svg>
  )
}
