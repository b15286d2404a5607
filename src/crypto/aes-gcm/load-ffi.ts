/**
 * Node's foreign function interface, or undefined in a Node without it. It is experimental and says so when it is loaded:
 * this one warning is left out, because docs/decisions/0016-openssl-through-ffi.md has answered it.
 */
export function loadFfi(): typeof import('node:ffi') | undefined {
  const { emitWarning } = process
  process.emitWarning = (...warning: unknown[]) => {
    const [message, type] = warning
    if (type === 'ExperimentalWarning' && String(message).startsWith('FFI ')) return
    Reflect.apply(emitWarning, process, warning)
  }
  try {
    return process.getBuiltinModule('node:ffi')
  } finally {
    process.emitWarning = emitWarning
  }
}
