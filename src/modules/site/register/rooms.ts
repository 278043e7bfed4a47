import { type TObject, Type } from 'typebox'
import { oneOf } from '../../../kit/fields.ts'
import { html } from '../../../kit/http/pages/html.ts'
import { choice } from '../../../kit/http/pages/parts.ts'
import { form } from '../../../kit/http/pages/sent.ts'
import type { Room } from '../../bookings/booking.ts'
import { MOST_TRAVELERS } from '../../bookings/party-size.ts'
import { optionValues } from '../../options/values.ts'
import type { Translate } from '../../page-words.ts'
import { changeDraft } from '../../registration-drafts/draft.ts'
import type { PassengerType } from '../../travelers/schema.ts'
import { kindOfTraveler } from './draft.ts'
import { type DraftLink, next, refuseUnseen, Seen } from './link.ts'
import { isClash, meanwhile, nameOf, type OnDraft, optionsOf, refused, saved, seenMarks, travelersOf } from './parts.ts'

export function roomsStep(on: OnDraft, t: Translate) {
  const sleepers = travelersOf(on).flatMap((traveler, i) => {
    const kind = kindOfTraveler(traveler, on.trip)
    return kind === 'infant' || traveler.bed === false ? [] : [{ slot: i + 1, name: nameOf(traveler, i + 1, t), kind }]
  })
  // Rooms that nobody has chosen yet are the usual ones. Who asks to be paired has no room.
  const { rooms: chosen } = on.draft.body
  const rooms = chosen ?? []
  const most = sleepers.length
  const roomOf = (slot: number, i: number) => {
    const n = rooms.findIndex(({ travelers }) => travelers.includes(slot))
    return n >= 0 ? String(n + 1) : chosen ? '' : usualRoom(sleepers, i)
  }
  const numbers = Array.from({ length: most }, (_, i) => [String(i + 1), t(`${i + 1} 號房`, `Room ${i + 1}`)] as const)
  const shownRooms = Math.max(rooms.length, Math.ceil(most / 2))
  const form = { form: 'rooms', sent: on.sent }
  const roomOfEach = sleepers.map(({ slot, name }, i) =>
    choice({
      ...{ ...form, name: `room_${slot}`, label: name, value: roomOf(slot, i), of: numbers },
      none: t('請幫我配房', 'Pair me'),
    }),
  )
  const beds = numbers.slice(0, shownRooms).map(([n, label]) =>
    choice({
      ...{ ...form, name: `bed_${n}`, label, value: rooms[Number(n) - 1]?.bed_type ?? '' },
      none: t('依人數', 'As many as sleep there'),
      of: optionsOf('bed-type', on.locale),
    }),
  )
  const saves = html`data-save="${on.address}?go=rooms"`
  return html`
<h1>${t('房間', 'Rooms')}</h1>
${saved(on, t)}
<p class="soft">${t(...whoShares)}</p>
<form method="post" action="${on.address}" class="step" id="step">
  <input type="hidden" name="form" value="rooms">
  ${seenMarks({ rooms: chosen })}
  ${isClash(on.sent, 'rooms') ? meanwhile('step', roomWords(on, t), t) : refused(on.sent, 'rooms')}
  <div class="pair">${roomOfEach}</div>
  <h2>${t('床型', 'Beds')}</h2>
  <div class="pair">${beds}</div>
  <p class="hint">${t(...singleCosts)}</p>
  <p class="does"><button class="button main" ${saves}>${t('下一步：確認', 'Next: check')}</button></p>
</form>`
}

const whoShares = [
  '誰和誰同房？也可以請我們幫忙配房，與同性旅客同住。',
  'Who shares a room? Or let us pair you with somebody of the same gender.',
] as const
const singleCosts = [
  '一人住一間為單人房，會加收單人房差；合計隨即更新。',
  'One person alone has a single room, which costs the supplement; the total follows at once.',
] as const

/** Two share a room. Of an odd number, the last one stays with the two before if it is a child, else we find somebody to share with. */
const usualRoom = (sleepers: readonly { kind: PassengerType }[], i: number) => {
  const isLeft = i === sleepers.length - 1 && i % 2 === 0
  if (!isLeft) return String(Math.floor(i / 2) + 1)
  return i > 0 && sleepers[i]?.kind === 'child' ? String(i / 2) : ''
}

const roomWords = (on: OnDraft, t: Translate) =>
  (on.draft.body.rooms ?? []).map(({ travelers }, i) => {
    const names = travelers.map((slot) => nameOf(travelersOf(on)[slot - 1] ?? {}, slot, t))
    return t(`${i + 1} 號房：${names.join('與')}`, `Room ${i + 1}: ${names.join(' and ')}`)
  })

const slot = Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_TRAVELERS }))
const RoomsBody = Type.Object({
  ...Object.fromEntries(
    Array.from({ length: MOST_TRAVELERS }, (_, i) => i + 1).flatMap((n) => [
      [`room_${n}`, slot],
      [`bed_${n}`, Type.Optional(oneOf(optionValues['bed-type']))],
    ]),
  ),
  seen: Type.Optional(Seen),
})
type Rooms = Record<string, number | string | undefined>

/** The form of the rooms. */
export function roomsForm(link: DraftLink) {
  return form(RoomsBody as TObject, async (tx, body) => {
    const { seen, ...given } = body as Rooms & { seen?: string }
    await changeDraft(tx, link.keys, link.token, ({ body: { travelers = [], rooms } }) => {
      const changed = { rooms: roomsIn(given, travelers.length) }
      refuseUnseen(seen, { rooms }, changed)
      return changed
    })
    return next(link, 'send')
  })
}

const roomsIn = (body: Rooms, size: number): Room[] => {
  const slots = Array.from({ length: size }, (_, i) => ({ traveler: i + 1, room: Number(body[`room_${i + 1}`] ?? 0) }))
  const rooms = Map.groupBy(
    slots.filter(({ room }) => room > 0),
    ({ room }) => room,
  )
  const beds = optionValues['bed-type']
  return [...rooms.entries()]
    .sort(([one], [other]) => one - other)
    .map(([room, sleepers]) => ({
      bed_type: beds.find((bed) => bed === body[`bed_${room}`]) ?? (sleepers.length === 1 ? 'single' : 'twin'),
      travelers: sleepers.map(({ traveler }) => traveler),
    }))
}
