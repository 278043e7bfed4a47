import { html, type Markup } from '../../../kit/http/pages/html.ts'
import { callLink } from './people.ts'
import { listed, type Person, type Shown, translator } from './shown.ts'
import { momentThere } from './today.ts'

/** A roll call as it is shown: an open one, one that waits on the phone, or the newest that the service has. */
type Call = { name: string; at?: string; present: readonly number[]; missing: readonly Person[] }

/** The newest roll call, with who is missing and can be called. */
export function rollCallCard(shown: Shown): Markup | undefined {
  const { trip, settings, onPhone } = shown
  const t = translator(settings)
  const call = newestCall(shown)
  if (!call && !onPhone) return undefined
  const open = onPhone?.call ? t('繼續點名', 'Go on with the roll call') : t('點名', 'Call the roll')
  return html`
<div class="card">
  ${call ? callOnCard(call, shown) : html`<h2>${t('還沒有點名', 'No roll call yet')}</h2>`}
  ${onPhone && html`<button type="button" class="button main full" data-open="roll-calls">${open}</button>`}
  ${
    call &&
    call.missing.length > 1 &&
    html`
<details>
  <summary>${t(`還差 ${call.missing.length} 位`, `${call.missing.length} are missing`)}</summary>
  <ul class="rows">${call.missing.map((person) => html`<li class="whom"><b>${person.name}</b>${callLink(person, t)}</li>`)}</ul>
</details>`
  }
  ${trip.people.length === 0 && html`<p class="soft small">${t('這一團還沒有旅客。', 'Nobody travels on this trip yet.')}</p>`}
</div>`
}

const callOnCard = ({ name, at, present, missing }: Call, { trip, settings }: Shown) => {
  const t = translator(settings)
  const first = missing.find(({ mobile }) => mobile)
  const when = at ? momentThere(trip, at, settings) : t('進行中', 'under way')
  return html`
<div class="count">
  ${ring(present.length, present.length + missing.length)}
  <div>
    <h2>${name}</h2>
    <p class="soft small">${when}</p>
    <p class="small">${
      missing.length
        ? `${t('還差：', 'Missing: ')}${listed(
            missing.map((person) => person.name),
            t,
          )}`
        : t('全員到齊', 'Everybody is here')
    }</p>
  </div>
  ${first && callLink(first, t)}
</div>`
}

/** How many are there, as a ring. */
export function ring(present: number, all: number): Markup {
  const share = all ? Math.round((present / all) * 100) : 0
  return html`
<svg class="ring" viewBox="0 0 84 84" role="img" aria-label="${present} / ${all}">
  <circle class="all" cx="42" cy="42" r="36"/>
  <circle class="of" cx="42" cy="42" r="36" pathLength="100" stroke-dasharray="${share} 100"/>
  <text x="42" y="45">${present}</text>
  <text class="of-all" x="42" y="61">/ ${all}</text>
</svg>`
}

/** The open roll call, else the newest of those that wait on the phone and those that the service has. */
function newestCall({ trip, onPhone }: Shown): Call | undefined {
  const without = (present: readonly number[]) => trip.people.filter(({ id }) => !present.includes(id))
  if (onPhone?.call) return { ...onPhone.call, missing: without(onPhone.call.present) }
  const waiting = (onPhone?.entries ?? [])
    .filter((entry) => entry.kind === 'roll-calls' && entry.trip.id === trip.id)
    .map(({ body }) => body as unknown as { name: string; at: string; present: number[] })
    .map(({ name, at, present }) => ({ name, at, present, missing: without(present) }))
  const sent = trip.roll_calls.map(({ name, at, present, missing }) => ({
    ...{ name, at, present },
    missing: trip.people.filter(({ id }) => missing.includes(id)),
  }))
  return [...sent, ...waiting].sort((one, other) => Date.parse(other.at) - Date.parse(one.at))[0]
}
