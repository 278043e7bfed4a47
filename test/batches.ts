/**
 * Does `work` for all items, many at the same time, so that the service looks up the tokens of these requests with one statement.
 */
export const inBatches = async <Item, Done>(items: Item[], work: (item: Item) => Promise<Done>) => {
  const done: Done[] = []
  for (let from = 0; from < items.length; from += SIZE)
    done.push(...(await Promise.all(items.slice(from, from + SIZE).map(work))))
  return done
}
const SIZE = 50
