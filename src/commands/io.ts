import { text } from 'node:stream/consumers'
import { type Locale, say, type Words } from '../kit/words/words.ts'

/** Whom a command speaks with: a person at a terminal, or a script. */
export type Io = {
  env: NodeJS.ProcessEnv
  out: (text: string) => void
  err: (text: string) => void
  /** Somebody watches what goes to `err`. */
  isWatched: boolean
  /** Somebody reads what goes to `out`; otherwise it goes to a file or a journal. */
  isRead: boolean
  input: () => Promise<string>
  locale: Locale
}

export const ioOf = ({ stdin, stdout, stderr }: NodeJS.Process, env: NodeJS.ProcessEnv): Io => ({
  env,
  out: (text) => stdout.write(text),
  err: (text) => stderr.write(text),
  isWatched: stderr.isTTY === true,
  isRead: stdout.isTTY === true,
  input: () => text(stdin),
  locale: /^zh/i.test(env.LC_ALL || env.LC_MESSAGES || env.LANG || '') ? 'zh-TW' : 'en',
})

/** The result: words for a person, JSON for a script. */
export const answer = ({ out, locale }: Io, json: boolean | undefined, value: unknown, words: Words | string) => {
  const text = typeof words === 'string' ? words : say(words, locale)
  out(`${json ? JSON.stringify(value) : text.trimEnd()}\n`)
}

/** Rows under their headings; what may be wide stands last. */
export const table = (columns: readonly string[], rows: readonly object[]) => {
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

/** What goes on, on `err`. */
export const progress = ({ err, isWatched }: Pick<Io, 'err' | 'isWatched'>) => {
  const write = (line: string) => isWatched && err(`\r\u001b[K${line}`)
  return {
    /** One line on the terminal, written over by the next and gone at the end; a script sees nothing of it. */
    show: (line: string) => write(`  ${line} …`),
    /** A line that stays, also in a journal. */
    note: (line: string) => {
      write('')
      err(`${line}\n`)
    },
    done: () => write(''),
  }
}
