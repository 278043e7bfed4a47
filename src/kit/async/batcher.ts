type Batch<Question, Answer> = { questions: Question[]; answers: Promise<(Answer | undefined)[]> }

/**
 * What many ask for one by one within one turn of the event loop, asked for together, and never with what was asked
 * before. The answers come in the order of the questions, and may have gaps.
 */
export const batcher = <Question, Answer>(ask: (questions: Question[]) => Promise<(Answer | undefined)[]>) => {
  let batch: Batch<Question, Answer> | undefined

  const begin = (): Batch<Question, Answer> => {
    const questions: Question[] = []
    const end = new Promise<void>((resolve) => setImmediate(resolve))
    const answers = end.then(() => {
      batch = undefined
      return ask(questions)
    })
    return { questions, answers }
  }

  return async (question: Question): Promise<Answer | undefined> => {
    batch ??= begin()
    const { questions, answers } = batch
    const place = questions.push(question) - 1
    return (await answers)[place]
  }
}
