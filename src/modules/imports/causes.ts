import type { Problem } from './kind.ts'
import type { Cause, Report } from './schema.ts'

// Faults of many lines with one cause are told together: 40 lines with a wrong word in one column.

const MOST_CAUSES = 200
const MOST_WORDS = 200
const MOST_LINES = 5

/** Adds a problem to the cause that it has in common with others. */
export function addToCauses({ causes }: Report, problem: Problem) {
  if (!causes) return
  const cause = causeOf(causes, problem)
  if (!cause) return
  cause.lines += 1
  if (cause.first.length < MOST_LINES) cause.first.push(problem.line)
  // Words of the house alone: what else stands in a cell may name a person.
  if (problem.word !== undefined && isOfHouse(problem.code)) addWord(cause, problem.word)
}

const causeOf = (causes: Cause[], { sheet, column, code, message, way }: Problem) => {
  const said = way ?? message
  const known = causes.find(
    (one) =>
      one.sheet === sheet &&
      one.column === column &&
      one.code === code &&
      (isSaidAlike(code) || one.message[0] === said[0]),
  )
  if (known || causes.length >= MOST_CAUSES) return known
  const cause: Cause = { sheet, column, code, message: said, lines: 0, first: [], words: [] }
  causes.push(cause)
  return cause
}

// What else is refused has its reason in its sentence; the sentences of these name a line, a word or an amount.
const isSaidAlike = (code: string) => code !== 'invalid' && code !== 'refused'

const isOfHouse = (code: string) => code === 'unknown_word' || code.endsWith('_reference')

const addWord = ({ words }: Cause, word: string) => {
  const known = words.find((one) => one.word === word)
  if (known) known.lines += 1
  else if (words.length < MOST_WORDS) words.push({ word, lines: 1 })
}
