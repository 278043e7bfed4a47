import { setTimeout as pause } from 'node:timers/promises'
import { migrations } from '../src/kit/db/migrations.ts'
import { catalogOf } from './kit/catalog.ts'
import { repeatWhile } from './kit/concurrency.ts'
import type { Query } from './kit/database.ts'
import { drill, printFaults } from './kit/drill.ts'
import { brokenInvariants } from './kit/invariants.ts'
import { openMailbox, unmailed } from './kit/mailbox.ts'
import { mainFlows } from './kit/main-flows.ts'
import { processes } from './kit/processes.ts'
import { installationOf, releaseBefore } from './kit/release-before.ts'

const CLIENTS = 12

export default drill({
  id: 'U1',
  title: 'the release before beside this one, the tables migrated under both; then columns for a next release',
  target: '0 × 5xx, every request answered; every acknowledged row and link as it was',
  run: async (context) => {
    const release = releaseBefore()
    if (typeof release === 'string') {
      context.print(`NOT RUN: ${release}`)
      return { value: release, pass: undefined }
    }
    const mailbox = await openMailbox(context)
    const { context: installation, start } = await installationOf(context, release, { SMTP_URL: mailbox.url })
    const before = [await start(release.source), await start(release.source)]
    const all = processes(context.random)
    all.add(...before)
    const flows = await mainFlows(installation, all.ask)
    const faults: string[] = []
    const period = Math.max(1_500, 12_000 * context.scale)

    const upgrade = async () => {
      await pause(period)
      all.add(await start(), await start())
      await pause(period)
      for (const service of before) {
        await all.remove(service)
        await service.stop()
        if (service.exit() !== 0) faults.push(`a process of ${release.name} left with ${service.exit()}`)
      }
      await changeTables(installation.query)
      const last = await start()
      all.add(last)
      await pause(period)
      return last
    }
    const one = (n: number) => flows.one(n).catch(({ message }: Error) => faults.push(message))
    const last = await repeatWhile(CLIENTS, one, upgrade)

    faults.push(...all.faults, ...(await unmailed(flows.mailed, mailbox.mails)))
    const links = [...new Set(mailbox.mails.flatMap(({ links }) => links))]
    faults.push(...(await flows.compare(last.ask, links)), ...(await brokenInvariants(installation.query)))
    const wrong = [...new Set(faults)]
    printFaults(context, wrong)
    return {
      value: `${wrong.length} wrong of ${all.answered.count} requests beside release ${release.name}; ${flows.seen.length} rows and ${links.length} links compared, ${flows.mailed.size} mails`,
      pass: wrong.length === 0 && flows.seen.length > 0,
    }
  },
})

/** Adds a column to every table, as the next release may. */
const changeTables = async (query: Query) => {
  for (const table of (await catalogOf(query)).tables.keys()) {
    await query(`alter table ${table} add column of_next_release text`)
    await pause(50)
  }
  await query(`insert into migrations (name, checksum, release_before) values ('9999_next.sql', 'x', $1)`, [
    migrations().at(-1)?.name,
  ])
}
