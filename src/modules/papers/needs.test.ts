import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'
import { NEEDS_POPPLER, readPdf } from '../../../test/pdf.ts'

const home = await house()
const { trip, book } = await bookingFixtures(home)
const [op, sales] = [home.as('op'), home.as('sales')]

test('all papers of a trip name the same diets, allergies and requests, each what concerns its reader', {
  skip: NEEDS_POPPLER,
}, async () => {
  const { id } = await trip(4)
  const { travelers } = await book(id, [
    { name: '陳一', meal_requirement: 'vegetarian', food_restrictions: ['豬'] },
    { name: '陳二', allergies: '花生' },
    { name: '陳三' },
  ])
  const asked: [string, string, boolean][] = [
    ['meal', '不吃牛肉', true],
    ['mobility', '輪椅一台', true],
    ['seat', '靠走道', true],
    ['medical', '胰島素要冷藏', false],
  ]
  for (const [kind, detail, visible_to_leader] of asked)
    done(await sales.post('/traveler-requests', { traveler_id: travelers[2].id, kind, detail, visible_to_leader }))
  const at = `/planned-trips/${id}`
  const needs = ['素食', '不吃豬', '有過敏', ...asked.map(([, detail]) => detail)]
  const readOn = async (paper: string) => {
    const { bytes } = await op.get(`${at}/${paper}`, { 'accept-language': 'zh-TW' })
    const text = readPdf(bytes).text
    return needs.filter((need) => text.includes(need))
  }
  assert.deepEqual(
    {
      land: await readOn('land-order'),
      leader: await readOn('leader-pack'),
      hotel: await readOn('rooming-list?format=pdf'),
    },
    {
      land: ['素食', '不吃豬', '有過敏', '不吃牛肉', '輪椅一台', '胰島素要冷藏'],
      leader: ['素食', '不吃豬', '不吃牛肉', '輪椅一台', '靠走道'],
      hotel: ['素食', '不吃豬', '有過敏', '不吃牛肉', '輪椅一台'],
    },
  )
  const csv = (await op.get(`${at}/dietary-list?format=csv`, { 'accept-language': 'zh-TW' })).bytes.toString()
  assert.deepEqual(csv.split('\r\n').slice(1, 4), [
    '1,陳一,,,素食,豬,,',
    '2,陳二,,,,,是,',
    '3,陳三,,,,,,不吃牛肉；胰島素要冷藏',
  ])
  const { travelers: people } = done(await op.get(`${at}/manifest`))
  assert.deepEqual(
    people.map((one: { needs: { says: string }[] }) => one.needs.map(({ says }) => says).join('；')),
    ['素食；不吃豬', '有過敏', '不吃牛肉；輪椅一台；靠走道；胰島素要冷藏'],
  )
  const pack = done(await op.post(`${at}/leader-pack/reveal`, { reason: '領隊出發' }))
  assert.deepEqual(
    pack.map(({ needs, allergies }: { needs: string | null; allergies: string | null }) => [needs, allergies]),
    [
      ['Vegetarian; no pork', null],
      ['allergies', '花生'],
      ['不吃牛肉; 輪椅一台; 靠走道', null],
    ],
  )
})
