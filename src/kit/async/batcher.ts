type Turn<Question, Answer> = { questions: Question[]; answers: Promise<(Answer | undefined)[]> }

/**
 * What many ask for one by one within one turn of the event loop, asked for together, and never with what was asked
 * before. The answers come in the order of the questions, and may have gaps.
 */
export const batcher = <Question, Answer>(ask: (questions: Question[]) => Promise<(Answer | undefined)[]>) => {
  let turn: Turn<Question, Answer> | undefined

  const begin = (): Turn<Question, Answer> => {
    const questions: Question[] = []
    const end = new Promise<void>((resolve) => setImmediate(resolve))
    const answers = end.then(() => {
      turn = undefined
      return ask(questions)
    })
    return { questions, answers }
  }

  return async (question: Question): Promise<Answer | undefined> => {
    turn ??= begin()
    const { questions, answers } = turn
    const place = questions.push(question) - 1
    return (await answers)[place]
  }
}
