import { pino } from 'pino'
import { openStore } from '../src/kit/files/store.ts'
import { workers } from '../src/kit/jobs/workers.ts'
import { mailer } from '../src/kit/mail/mail.ts'
import { outbound } from '../src/kit/outbound/outbound.ts'
import { keysFrom } from '../src/kit/secrets/keys.ts'
import { papersOf } from '../src/papers.ts'
import { jobs, openDatabase } from '../src/wiring.ts'

// A worker in its own process, for tests that kill it: `node test/worker.ts '{settings}' smtp://… 127.0.0.1:9000`
const [settings = '{}', smtpUrl] = process.argv.slice(2)
const given = JSON.parse(settings)
const database = openDatabase(given)
const files = await openStore({ directory: '/tmp' })
const log = pino({ level: 'fatal' })
await workers(given, jobs, {
  database,
  keys: keysFrom(Buffer.alloc(32, 7)),
  files,
  papers: papersOf({ papersDir: undefined }, { database, files, log }),
  mailer: mailer({ from: 'Guidon <noreply@guidon.test>', outbox: '/nowhere', smtpUrl }),
  outbound: outbound((process.argv[4] ?? '').split(',')),
  log,
  publicUrl: 'https://guidon.test',
  zone: 'Asia/Taipei',
})
process.stdout.write('working\n')
