import { setTimeout as pause } from 'node:timers/promises'
import { repeatWhile } from './kit/concurrency.ts'
import { drill, printFaults } from './kit/drill.ts'
import { brokenInvariants } from './kit/invariants.ts'
import { openMailbox } from './kit/mailbox.ts'
import { mainFlows } from './kit/main-flows.ts'
import { processes } from './kit/processes.ts'
import { installationOf, releaseBefore } from './kit/release-before.ts'

export default drill({
  id: 'U1',
  title: 'the release before beside this one, its tables migrated under both',
  target: '0 × 5xx, every request answered; every acknowledged row and link as it was',
  run: async (context) => {
    const release = releaseBefore()
    if (typeof release === 'string') return { value: release, pass: undefined }
    const mailbox = await openMailbox(context)
    const { context: installation, start } = await installationOf(context, release, { SMTP_URL: mailbox.url })
    const before = [await start(release.source), await start(release.source)]
    const all = processes(context.random)
    all.add(...before)
    const flows = await mainFlows(installation, all.ask)
    const faults: string[] = []
    const period = Math.max(1_500, 15_000 * context.scale)
    const last = await repeatWhile(
      12,
      (n) => flows.one(n).catch(({ message }: Error) => faults.push(message)),
      async () => {
        await pause(period)
        const now = [await start(), await start()]
        all.add(...now)
        await pause(period)
        for (const service of before) {
          await all.remove(service)
          await service.stop()
          if (service.exit() !== 0) faults.push(`a process of ${release.name} left with ${service.exit()}`)
          await pause(period / 5)
        }
        return now[0]
      },
    )
    faults.push(...all.faults)
    for (const end = Date.now() + 60_000; unmailed().length && Date.now() < end; ) await pause(250)
    faults.push(...unmailed().map((address) => `${address} got no mail`))
    const links = [...new Set(mailbox.mails.flatMap(({ links }) => links))]
    if (last) faults.push(...(await flows.compare(last.ask, links)))
    faults.push(...(await brokenInvariants(installation.query)))
    const wrong = [...new Set(faults)]
    printFaults(context, wrong)
    return {
      value: `${wrong.length} wrong of ${all.answered.count} requests beside release ${release.name}; ${flows.seen.length} rows and ${links.length} links compared, ${flows.mailed.size} mails`,
      pass: wrong.length === 0 && flows.seen.length > 0,
    }

    function unmailed() {
      const got = new Set(mailbox.mails.map(({ about }) => about))
      return [...flows.mailed].filter((address) => !got.has(address))
    }
  },
})
