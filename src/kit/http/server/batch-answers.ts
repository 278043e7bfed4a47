/**
 * Answers that are ready in one turn of the event loop leave at its end, one behind the other: whoever waits for them is
 * woken once and finds all of them, which costs the machine half as much as being woken for each.
 */
export const leaving = () => {
  const ready: (() => void)[] = []
  const leave = () => {
    for (const answer of ready.splice(0)) answer()
  }
  return (answer: () => void) => {
    ready.push(answer)
    if (ready.length === 1) setImmediate(leave)
  }
}
