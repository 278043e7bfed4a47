import { setTimeout as pause } from 'node:timers/promises'
import { catalogOf } from './kit/catalog.ts'
import { repeatWhile } from './kit/concurrency.ts'
import type { Query } from './kit/database.ts'
import { drill, printFaults } from './kit/drill.ts'
import { brokenInvariants } from './kit/invariants.ts'
import { openMailbox, unmailed } from './kit/mailbox.ts'
import { mainFlows } from './kit/main-flows.ts'
import { processes } from './kit/processes.ts'
import { installationOf, newestMigration, type Release, twoReleases } from './kit/release-before.ts'

const CLIENTS = 12

export default drill({
  id: 'U1',
  title: 'the release before beside this one, the tables migrated under both; then columns for a next release',
  target: '0 × 5xx, every request answered; every acknowledged row and link as it was',
  run: async (context) => {
    const releases = twoReleases()
    if (typeof releases === 'string') {
      context.print(`NOT RUN: ${releases}`)
      return { value: releases, pass: undefined }
    }
    const { before: release, after } = releases
    const mailbox = await openMailbox(context)
    const { context: installation, start } = await installationOf(context, release, { SMTP_URL: mailbox.url })
    const before = [await start(release), await start(release)]
    const all = processes(context.random)
    all.add(...before)
    const flows = await mainFlows(installation, all.ask)
    const faults: string[] = []
    const period = Math.max(1_500, 12_000 * context.scale)

    const upgrade = async () => {
      await pause(period)
      all.add(await start(after), await start(after))
      await pause(period)
      for (const service of before) {
        await all.remove(service)
        await service.stop()
        if (service.exit() !== 0) faults.push(`a process of the release ${release.name} left with ${service.exit()}`)
      }
      await changeTables(installation.query, after)
      const last = await start(after)
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
      value: `${wrong.length} wrong of ${all.answered.count} requests, the release ${release.name} beside the one ${after.name}; ${flows.seen.length} rows and ${links.length} links compared, ${flows.mailed.size} mails`,
      pass: wrong.length === 0 && flows.seen.length > 0,
    }
  },
})

/** Adds a column to every table while processes of a release run, as the next release may do. */
const changeTables = async (query: Query, release: Release) => {
  for (const table of (await catalogOf(query)).tables.keys()) {
    await query(`alter table ${table} add column of_next_release text`)
    await pause(50)
  }
  await query(`insert into migrations (name, checksum, release_before) values ('9999_next.sql', 'x', $1)`, [
    newestMigration(release),
  ])
}
