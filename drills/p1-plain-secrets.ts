import { readFileSync, statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { catalogOf } from './kit/catalog.ts'
import { drill, printFaults } from './kit/drill.ts'
import { dumpOf, filesUnder, spellingsOf } from './kit/dump.ts'
import { encodeBody } from './kit/encode.ts'
import { erasedPersons } from './kit/erased-persons.ts'
import { withValue } from './kit/fields.ts'
import { openIds } from './kit/ids.ts'
import { mostPrivileged, operationsOf } from './kit/operations.ts'
import { accountRestorer, signInAgain } from './kit/restore-accounts.ts'
import { markerFor, secretsIn } from './kit/secrets.ts'
import { valueFor } from './kit/values.ts'

export default drill({
  id: 'P1',
  title: 'plain passport numbers, birth dates, passwords, tokens, erased persons in dump, logs, errors, mails, audit',
  target: '0',
  run: async (context) => {
    const from = statSync(context.cluster.log).size
    const service = await context.start({ LOG_LEVEL: 'debug' })
    const operations = await operationsOf(service.ask)
    const ids = await openIds(context.query, await catalogOf(context.query))
    const restore = await accountRestorer(context)
    const markers = new Map<string, string>()
    const echoes: string[] = []
    let taken = 0
    for (const operation of operations.filter((each) => each.method !== 'DELETE' && secretsIn(each).length))
      for (let n = 0; n < context.times(6); n += 1) {
        const caller = mostPrivileged(operation, context.people)
        const person = context.people[caller]
        let body = valueFor(context.random, ids.forFields(context.random), operation.body?.schema ?? {})
        for (const { path, schema } of secretsIn(operation)) {
          const marker = markerFor(context.random, schema)
          if (!marker) continue
          markers.set(marker, `${operation.id} ${path.join('.')}`)
          body = withValue(body, path, marker)
        }
        const where = ids.pathWithIds(context.random, operation, 1)
        const sent = await encodeBody(operation, body)
        const key = { 'idempotency-key': `p1-${context.random.text(12)}` }
        const answer = await service.ask(operation.method, where, {
          ...sent,
          token: person.token,
          headers: { ...sent.headers, ...key },
        })
        taken += answer.status < 300 ? 1 : 0
        keepTokens(answer.body?.data, markers, operation.id)
        // Sends the same values again with an unknown field, as broken JSON and in the URL: a refusal must not repeat them.
        const mutated = [{ ...Object(body), no_such_field: 1 }, JSON.stringify(body).slice(0, -1)]
        const refused = [
          answer,
          ...(await Promise.all(
            mutated.map((wrong) => service.ask(operation.method, where, { body: wrong, token: person.token })),
          )),
        ]
        await service.ask('GET', `/api/me?q=${encodeURIComponent(JSON.stringify(body))}`, { token: person.token })
        for (const { status, text } of refused)
          if (status >= 400)
            for (const marker of markers.keys())
              if (text.includes(marker)) echoes.push(`${operation.id} (${status}) repeats ${marker}`)
        if (answer.status === 401) await signInAgain(context, person)
        await restore()
      }
    const { email } = context.people.customer
    for (const path of ['/api/forgot-password', '/api/sign-in-links'])
      await service.ask('POST', path, { body: { email } })
    for (const { token } of Object.values(context.people)) if (token) markers.set(token, 'a session')
    const erased = await erasedPersons(context, service.ask)
    await pause(3_000)

    const places = [
      ...(await dumpOf(context.query)),
      ...filesUnder(context.home),
      { name: "PostgreSQL's log", text: readFileSync(context.cluster.log).subarray(from).toString() },
    ]
    // The mails that an erased person received earlier stay in that person's mailbox.
    const kept = places.filter(({ name }) => !name.endsWith('.eml'))
    const shown = await Promise.all(
      erased.paths.map(async (path) => ({
        name: path.replace(/\?.*/, ''),
        text: (await service.ask('GET', path, { token: context.people.admin.token })).text,
      })),
    )
    const unerased = [
      ...foundIn([...kept, ...shown], erased.markers),
      ...(erased.unsealed ? [`${erased.unsealed} keys of erased persons are left`] : []),
    ]
    const codes = codesIn(places)
    const faults = [...foundIn(places, markers), ...echoes, ...codes, ...unerased]
    printFaults(context, faults)
    const planted = `${markers.size} planted (${taken} taken) and ${erased.markers.size} of erased persons`
    return {
      value: `${faults.length} found of ${planted} in ${places.length} tables and files`,
      pass: faults.length === 0 && taken > 0,
    }
  },
})

const foundIn = (places: { name: string; text: string }[], markers: Map<string, string>) =>
  places.flatMap(({ name, text }) =>
    [...markers].flatMap(([marker, what]) =>
      spellingsOf(marker).some((spelling) => text.includes(spelling)) ? [`${what} (${marker}) in ${name}`] : [],
    ),
  )

const keepTokens = (
  given: { token?: unknown; secret?: unknown; url?: unknown } | null | undefined,
  markers: Map<string, string>,
  what: string,
) => {
  for (const told of [given?.token, given?.secret])
    if (typeof told === 'string' && told.length > 20) markers.set(told, `the secret that ${what} showed once`)
}

// The token in the link of a mail may occur only in the mail.
const codesIn = (places: { name: string; text: string }[]) => {
  const mails = places.filter(({ name }) => name.endsWith('.eml'))
  const codes = mails.flatMap(({ text }) => /\/l\/[\w-]+\/([\w-]{43})/.exec(text)?.[1] ?? [])
  return codes.flatMap((code) =>
    places
      .filter(({ name, text }) => !name.endsWith('.eml') && text.includes(code))
      .map(({ name }) => `the code of a mail in ${name}`),
  )
}
