/** Enough for the changes while a page is loaded. */
const MOST = 2_000

/**
 * The last changes that this process has received, with their times. A stream that opens after its page was read gets the changes
 * in between.
 */
export function recentChanges<Change extends { type: string; id: number }>() {
  let heard: { at: number; change: Change }[] = []
  /** The time from which all changes are known. */
  let knownFrom = Number.POSITIVE_INFINITY

  return {
    /** Called when listening begins, also after a lost connection. */
    begin: () => {
      heard = []
      knownFrom = Date.now()
    },
    add: (change: Change) => {
      heard.push({ at: Date.now(), change })
      if (heard.length <= MOST) return
      knownFrom = (heard.shift()?.at ?? 0) + 1
    },
    /** The latest change of each record since `moment`, or undefined if some changes since then are unknown. */
    since: (moment: number) => {
      if (moment < knownFrom) return undefined
      const latest = new Map<string, Change>()
      for (const { at, change } of heard) if (at >= moment) latest.set(`${change.type} ${change.id}`, change)
      return [...latest.values()]
    },
  }
}
