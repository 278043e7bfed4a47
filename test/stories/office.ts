import assert from 'node:assert/strict'
import { tellTripNews } from '../fixtures/news.ts'
import { sellable } from '../fixtures/packages.ts'
import { placeOf } from '../fixtures/place.ts'
import { type Answer, house, type Person } from '../house.ts'
import { unmarked } from '../page-text.ts'
import { smtp, startWorkers, titlesIn } from '../smtp.ts'

type Letter = { subject: string; text: string; link: string }

/** A service with its workers and a mail server, and a package on sale, for the stories. */
export const office = async () => {
  const home = await house()
  const { as, app } = home
  const post = await smtp(home.atEnd)
  await startWorkers(home, post.url)
  const world = await sellable(as)
  return {
    ...home,
    ...world,
    post,
    /** The titles of the notices that a person has not read yet, oldest first. They are marked as read. Changes of trips are told at once. */
    news: async (person: Person): Promise<string[]> => {
      await tellTripNews(home)
      const { data } = await as(person).get('/notifications?unread=true&sort=id', { 'accept-language': 'zh-TW' })
      done(await as(person).post('/notifications/read-all'))
      return data.map(({ title }: { title: string }) => title)
    },
    /** Waits for the nth mail that contains this title, alone or among others. */
    mail: async (address: string, title: string, nth = 1): Promise<Letter> => {
      const all = () => post.to(address).filter((one) => titlesIn(one).includes(title))
      await post.until(() => all().length >= nth, `「${title}」 to ${address}`)
      const found = all()[nth - 1] ?? assert.fail()
      return { ...found, link: /https:\/\/guidon\.test(\/l\/[\w-]+\/[\w-]{43})/.exec(found.text)?.[1] ?? '' }
    },
    /** The page behind a mailed link, or one below it, as in a browser without a session, without tags and lists of choices. */
    page: async (link: string, below = ''): Promise<string> => {
      const { body } = await (await placeOf(app, link)).open(below)
      return unmarked(body)
        .replace(/<select[\s\S]*?<\/select>|<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
    },
    /** Sends a form of that page. */
    press: async (link: string, fields: Record<string, string>, below = '') =>
      (await (await placeOf(app, link)).send(below, fields)).statusCode,
  }
}

/** The data of an answer that must not be a refusal. */
export const done = ({ status, body, data }: Answer) => {
  assert.ok(status < 300, JSON.stringify(body))
  return data
}

type Row = Record<string, unknown>

/** The given fields of each row, as a table. */
export const columns = (rows: Row[], ...names: string[]) => rows.map((row) => names.map((name) => row[name]))
