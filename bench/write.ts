import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { generator } from './load/load.ts'
import type { Options } from './options.ts'

const readme = new URL('README.md', import.meta.url)
const heading = (options: Options) => (options.scale === 1 ? '## The last board' : '## The last growth')

/** Replaces the board in the README, with the date, the machine and the command. */
export const write = (board: string, options: Options) => {
  const text = readFileSync(readme, 'utf8')
  const start = text.indexOf(heading(options))
  const end = text.indexOf('\n## ', start + 1)
  const section = `${heading(options)}\n\n${circumstances()}\n\n${board}\n`
  writeFileSync(readme, text.slice(0, start) + section + (end < 0 ? '' : text.slice(end)))
}

const circumstances = () => {
  const command = ['npm run bench --', ...process.argv.slice(2).filter((word) => word !== '--write')].join(' ')
  const [core] = cpus()
  const machine = `${cpus().length} × ${core?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`
  return `${new Date().toISOString().slice(0, 10)} · ${machine} · ${generator} · \`${command.replace(/ --$/, '')}\``
}
