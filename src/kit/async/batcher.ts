type Batch<Key, Answer> = { keys: Key[]; answers: Promise<(Answer | undefined)[]> }

/**
 * Collects all calls of one tick of the event loop and runs them as one batch. A later call never joins a batch that is under
 * way. `load` returns the answers in the order of the keys; an answer may be undefined.
 */
export function batcher<Key, Answer>(load: (keys: Key[]) => Promise<(Answer | undefined)[]>) {
  let batch: Batch<Key, Answer> | undefined

  const begin = (): Batch<Key, Answer> => {
    const keys: Key[] = []
    const end = new Promise<void>((resolve) => setImmediate(resolve))
    const answers = end.then(() => {
      batch = undefined
      return load(keys)
    })
    return { keys, answers }
  }

  return async (key: Key): Promise<Answer | undefined> => {
    batch ??= begin()
    const { keys, answers } = batch
    const index = keys.push(key) - 1
    return (await answers)[index]
  }
}
