/** Milliseconds of work after which the rest of the process gets its turn. */
const maxTurnMs = 10

/** Work on something of a stranger's size, in turns. */
type Turns = {
  /** To be called now and then: undefined while the turn lasts, else resolves when the next one begins. */
  rest(): Promise<void> | undefined
}

const waiting: (() => void)[] = []
let isRunning = false

/**
 * Waits for the first turn. One step of all such work in this process is done in each round of the event loop, so that calls
 * between them wait for one turn, however many ask for long work at once.
 */
export async function takeTurns(): Promise<Turns> {
  let ends = await nextTurn()
  return {
    rest() {
      if (performance.now() < ends) return undefined
      return nextTurn().then((next) => {
        ends = next
      })
    },
  }
}

/** Resolves with the end of a turn when that begins. */
function nextTurn(): Promise<number> {
  return new Promise((resolve) => {
    waiting.push(() => resolve(performance.now() + maxTurnMs))
    if (isRunning) return
    isRunning = true
    setImmediate(beginNext)
  })
}

function beginNext(): void {
  const begin = waiting.shift()
  isRunning = begin !== undefined
  if (!begin) return
  begin()
  // Microtasks of `begin` run before this.
  setImmediate(beginNext)
}

/** Does what one address asks for one after the other: the returned function runs `work` when its turn has come. */
export function oneAtATime(): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key)
    const result = before ? before.then(work, work) : work()
    last.set(key, result)
    try {
      return await result
    } finally {
      if (last.get(key) === result) last.delete(key)
    }
  }
}
