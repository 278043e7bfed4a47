import { text } from 'node:stream/consumers'
import { type Locale, say, type Words } from '../kit/words/words.ts'

/** The input and output of a command, for a person at a terminal or for a script. */
export type Io = {
  env: NodeJS.ProcessEnv
  out: (text: string) => void
  err: (text: string) => void
  /** Whether `err` is a terminal. */
  isWatched: boolean
  /** Whether `out` is a terminal; otherwise it is a file or a journal. */
  isRead: boolean
  input: () => Promise<string>
  locale: Locale
}

export function ioOf({ stdin, stdout, stderr }: NodeJS.Process, env: NodeJS.ProcessEnv): Io {
  return {
    env,
    out: (text) => stdout.write(text),
    err: (text) => stderr.write(text),
    isWatched: stderr.isTTY === true,
    isRead: stdout.isTTY === true,
    input: () => text(stdin),
    locale: /^zh/i.test(env.LC_ALL || env.LC_MESSAGES || env.LANG || '') ? 'zh-TW' : 'en',
  }
}

/** Prints the result: sentences for a person, JSON for a script. */
export function answer({ out, locale }: Io, json: boolean | undefined, value: unknown, words: Words | string) {
  const text = typeof words === 'string' ? words : say(words, locale)
  out(`${json ? JSON.stringify(value) : text.trimEnd()}\n`)
}

/** Formats rows as a table. Columns that may be wide are last. */
export function table(columns: readonly string[], rows: readonly object[]) {
  const cells = rows.map((row) => columns.map((column) => `${new Map(Object.entries(row)).get(column) ?? ''}`))
  const all = [[...columns], ...cells]
  const widths = columns.map((_, i) => Math.max(...all.map((line) => line[i]?.length ?? 0)))
  return all
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Shows progress on `err`. */
export function progress({ err, isWatched }: Pick<Io, 'err' | 'isWatched'>) {
  const write = (line: string) => isWatched && err(`\r\u001b[K${line}`)
  return {
    /** Shows a line on a terminal. The next line overwrites it, and `done` removes it. Prints nothing if `err` is no terminal. */
    show: (line: string) => write(`  ${line} …`),
    /** Prints a line that stays, also in a journal. */
    note: (line: string) => {
      write('')
      err(`${line}\n`)
    },
    done: () => write(''),
  }
}
