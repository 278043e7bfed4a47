import { Command } from 'commander'
import { serve } from './commands/serve.ts'

const program = new Command('guidon')
  .description('The back end that a group-tour operator runs on.')
  .showHelpAfterError()

program.command('serve').description('start the service (npm start)').action(serve)

program.parseAsync().catch((error: Error) => {
  process.stderr.write(`\n${error.message}\n`)
  process.exit(1)
})
