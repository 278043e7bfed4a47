import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { s3Credentials, s3Server, s3Url } from '../test/s3.ts'
import { acrossProcesses } from './kit/across-processes.ts'
import { moveFilesInto } from './kit/bucket.ts'
import { inParallel } from './kit/concurrency.ts'
import type { Context } from './kit/context.ts'
import { drill, printFaults } from './kit/drill.ts'
import { brokenInvariants } from './kit/invariants.ts'
import { openMailbox, unmailed } from './kit/mailbox.ts'
import { mainFlows } from './kit/main-flows.ts'
import { processes } from './kit/processes.ts'
import { restoredCopy } from './kit/restored.ts'
import type { Environment } from './kit/service.ts'

export default drill({
  id: 'F3',
  title: 'two processes with a directory each, as on two machines, and one bucket',
  target:
    'every flow, file, link, export, stream, limit, revocation and key as on one machine; each mail once; the backup restores all; a process with its own files is refused',
  run: async (context) => {
    const bucket = await s3Server()
    context.atEnd(bucket.end)
    await moveFilesInto(s3Url(bucket.port), context)
    const mailbox = await openMailbox(context)
    const shared = { ...s3Credentials, FILES_URL: s3Url(bucket.port), SMTP_URL: mailbox.url }
    const onMachine = (name: string): Environment => ({ ...shared, DATA_DIR: join(context.home, name) })
    const services = [await context.start(onMachine('one')), await context.start(onMachine('two'))] as const
    const all = processes(context.random)
    all.add(...services)
    const faults: string[] = []
    const across = await acrossProcesses(context, services)

    const flows = await mainFlows(context, all.ask)
    const one = (n: number) => flows.one(n).catch(({ message }: Error) => faults.push(message))
    await inParallel(context.times(300), 8, one)
    for (const check of across) faults.push(...(await check()))

    faults.push(...all.faults, ...(await unmailed(flows.mailed, mailbox.mails)), ...twice(mailbox.mails))
    const links = [...new Set(mailbox.mails.flatMap(({ links }) => links))]
    for (const { ask } of services) faults.push(...(await flows.compare(ask, links)))
    faults.push(...(await refusedAlone(context)), ...keptApart(context))
    for (const service of services) await service.stop()
    const restored = await restoredCopy(context, { ...context.settings, ...onMachine('one') })
    faults.push(...restored.faults, ...(await missingFiles(context, restored.files)))
    faults.push(...(await brokenInvariants(context.query)))
    const wrong = [...new Set(faults)]
    printFaults(context, wrong)
    return {
      value: `${wrong.length} wrong of ${all.answered.count} requests; ${flows.seen.length} rows and ${links.length} links read on both, ${flows.mailed.size} mails, ${restored.tables.length} tables restored`,
      pass: wrong.length === 0 && flows.seen.length > 0,
    }
  },
})

const twice = (mails: { id: string }[]) => {
  const ids = mails.map(({ id }) => id)
  return ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `the mail ${id} came twice`)
}

/** A third process without the bucket has other files, so it must not start. */
const refusedAlone = async (context: Context) => {
  const started = context.start({ DATA_DIR: join(context.home, 'three') })
  return started.then(
    () => ['a process with files of its own was started'],
    () => [],
  )
}

/** Files in the directory of one process would be unknown to the other process. */
const keptApart = ({ home }: Context) =>
  ['one', 'two'].flatMap((name) =>
    readdirSync(join(home, name), { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((file) => file.isFile() && file.parentPath.includes('files'))
      .map((file) => `${name} keeps ${file.name} in its own directory`),
  )

const missingFiles = async ({ query }: Context, files: string) => {
  const restored = readdirSync(files, { recursive: true, encoding: 'utf8' })
  const known = await query<{ place: string }>('select place from files where deleted_at is null')
  return known
    .filter(({ place }) => !restored.some((path) => path.endsWith(place)))
    .map(({ place }) => `the file ${place} was not restored`)
}
