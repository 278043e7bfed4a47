import { Command } from 'commander'
import type { Words } from '../kit/words/words.ts'
import type { Arguments } from './command.ts'
import type { Io } from './io.ts'
import { commands, groups } from './table.ts'

/** Builds the command line from the table of commands. Every line of help is in both languages. */
export function guidon(io: Io, ended: (isFine: boolean) => void) {
  const program = new Command('guidon')
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err })
    .showHelpAfterError()
    .description('The software that a group-tour operator runs on.\n旅行社團體旅遊的營運系統。')

  for (const { typed, says, options = [], load } of commands) {
    const [first = '', ...rest] = typed.split(' ')
    const home = homeOf(program, first)
    const command = described(home ? home.command(rest.join(' ')) : program.command(typed), says)
    for (const [flags, words, need] of options)
      need ? command.requiredOption(flags, line(words)) : command.option(flags, line(words))
    command.action(async () => ended((await (await load())(io, givenTo(command))) !== false))
  }
  return program
}

const homeOf = (program: Command, name: string) => {
  const says = groups[name]
  return says && (program.commands.find((there) => there.name() === name) ?? described(program.command(name), says))
}

const described = (command: Command, words: Words) =>
  command.summary(line(words)).description([...words].reverse().join('\n'))
const line = ([zh, en]: Words) => `${en} · ${zh}`

const givenTo = (command: Command): Arguments => ({
  ...Object.fromEntries(command.registeredArguments.map((argument, i) => [argument.name(), command.args[i]])),
  ...command.opts(),
})
