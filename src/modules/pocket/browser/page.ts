import { moment } from 'guidon-design/formats'
import { html } from '../../../kit/http/pages/html.ts'
import { waitingCard } from '../view/entries.ts'
import { tripList } from '../view/list.ts'
import {
  dayToShow,
  type EntryKind,
  type OpenCall,
  type Section,
  type Settings,
  type Shown,
  type Tab,
  tabs,
  timeThere,
  translator,
} from '../view/shown.ts'
import { partsOf, sectionsOf } from '../view/trip.ts'
import { barLines } from './bar.ts'
import { callIn, fillCall, press } from './call-sheet.ts'
import { type Contact, keptContact, readTrips, signOut } from './contact.ts'
import { exportEntries } from './export.ts'
import { fillIncident, openForm, tellAbove, usualCurrency, writtenIn } from './forms.ts'
import { scaled } from './photo.ts'
import { type Ended, sendEntries } from './sender.ts'
import { addEntry, allEntries, callName, changeEntry, type Entry, type Kept, keep, kept, removeEntry } from './store.ts'

const settings: Settings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}')
const t = translator(settings)
const tripId = Number(/\/my\/trips\/(\d+)$/.exec(location.pathname)?.[1] ?? 0)
const found = <E extends HTMLElement>(id: string) => document.getElementById(id) as E
const [bar, main, nav, sheet] = [found('bar'), found('main'), found('tabs'), found<HTMLDialogElement>('sheet')]

const state: {
  read: Kept | undefined
  contact: Contact['state'] | 'unknown'
  entries: Entry[]
  call: OpenCall | undefined
  day: string | undefined
  tab: Tab
  isSending: boolean
} = {
  ...{ read: undefined, contact: 'unknown', entries: [], call: undefined, day: undefined, isSending: false },
  tab: tabs.find((tab) => location.hash === `#${tab}`) ?? 'today',
}

/** Now, by the clock of the service as far as it is known. */
const now = () => new Date(Date.now() + (state.read?.offset ?? 0)).toISOString()
const account = () => state.read?.pocket.account
const trip = () => state.read?.pocket.trips.find(({ id }) => id === tripId)
const own = () => state.entries.filter((entry) => entry.account.id === account()?.id)

// --- What is shown ---------------------------------------------------------------------------------------------------------------

const shownTrip = (): Shown | undefined => {
  const one = trip()
  const at = now()
  return (
    one && {
      ...{ trip: one, now: at, settings },
      day: dayToShow(one, at, state.day),
      onPhone: { entries: own(), call: state.call },
    }
  )
}

const sections = (): Section[] => {
  const { read, contact } = state
  if (!read && contact === 'unknown') return []
  const shown = shownTrip()
  if (shown) return [...sectionsOf(shown), { id: 'phone', tab: 'help', body: written('phone') }]
  const waiting = own()
  const when = (instant: string) => moment(instant, settings.zone, settings.locale)
  const body = !read
    ? written(contact === 'no-answer' ? 'no-network' : 'signed-out')
    : tripId
      ? written('not-here')
      : tripList(read.pocket.trips, settings, written('no-trips'))
  return [
    { id: 'start', tab: undefined, body },
    ...(waiting.length ? [{ id: 'waiting', tab: undefined, body: waitingCard(waiting, settings, when) }] : []),
    { id: 'phone', tab: undefined, body: written('phone') },
  ]
}

/** What stands in the document as a template, because it is always the same. */
const written = (id: string) => ({ markup: found(id).innerHTML })

type Installing = Event & { prompt: () => Promise<unknown> }
let installing: Installing | undefined

/** The markup of each part as it was drawn last. */
const drawn = new Map<string, string>()

const draw = () => {
  const all = sections()
  const lines = barLines({ ...state, settings, account: account(), offset: state.read?.offset ?? 0 })
  const said = html`${lines}`.markup
  if (drawn.get('bar') !== said) bar.innerHTML = said
  drawn.set('bar', said)
  bar.hidden = lines.length === 0
  nav.hidden = !trip()
  const { classList } = document.body
  classList.toggle('has-entries', state.entries.length > 0)
  classList.toggle('is-read', state.read !== undefined)
  classList.toggle('installs', installing !== undefined)
  if (!all.length) return
  const isSamePage = all.map(({ id }) => id).join() === drawn.get('parts')
  if (!isSamePage) main.innerHTML = partsOf(all).markup
  for (const { id, tab, body } of all) {
    const part = found(`part-${id}`)
    if (isSamePage && drawn.get(id) !== body.markup) part.innerHTML = body.markup
    drawn.set(id, body.markup)
    part.hidden = tab !== undefined && tab !== state.tab
  }
  drawn.set('parts', all.map(({ id }) => id).join())
  for (const link of nav.querySelectorAll<HTMLElement>('[data-show]'))
    link.setAttribute('aria-current', String(link.dataset.show === state.tab && 'page'))
}

// --- Contact with the service ----------------------------------------------------------------------------------------------------

/** Reads the trips and sends what waits, once at a time; who asks meanwhile is served right after. */
let meeting: Promise<void> | undefined
let isAsked = false
const meet = () => {
  isAsked = true
  meeting ??= meetAll().finally(() => {
    meeting = undefined
  })
  return meeting
}

const meetAll = async () => {
  while (isAsked) {
    isAsked = false
    clearTimeout(timer)
    take(await readTrips())
    await refresh()
    const { account } = state.read?.pocket ?? {}
    if (state.contact !== 'fresh' || !account) continue
    state.isSending = true
    draw()
    const ended = await sendEntries(account.id)
    state.isSending = false
    await follow(ended)
    await refresh()
  }
  tellOtherTabs()
  repeatLater()
}

const take = ({ state: contact, read }: Contact) => Object.assign(state, { contact, read })

const follow = async ({ why, sent, pauseMs }: Ended) => {
  failures = why === 'no-answer' ? failures + 1 : 0
  pause = pauseMs ?? Math.min(15_000 * 2 ** failures, 300_000)
  if (why === 'signed-out' || why === 'other-account' || sent) take(await readTrips())
  if (why === 'no-answer') state.contact = 'no-answer'
  if (why === 'other-account') isAsked = true
}

let [timer, failures, pause] = [0, 0, 15_000]
const repeatLater = () => {
  const waits = state.entries.some(({ refused }) => !refused)
  if (waits && state.contact === 'no-answer') timer = window.setTimeout(meet, pause)
}

/** Reads again what is on the phone, which another tab may have changed, and draws it. */
const refresh = async () => {
  state.entries = await allEntries()
  const id = account()?.id
  state.call = id === undefined ? undefined : await kept<OpenCall>(callName(id, tripId))
  draw()
}

const tabsOfPhone = new BroadcastChannel('guidon-pocket')
const tellOtherTabs = () => tabsOfPhone.postMessage('changed')
tabsOfPhone.onmessage = async () => {
  const read = await keptContact()
  if (!read && state.read) state.contact = 'signed-out'
  state.read = read
  await refresh()
}

// --- What is entered -------------------------------------------------------------------------------------------------------------

let mended: Entry | undefined

const openEntry = (kind: EntryKind, entry?: Entry) => {
  const shown = shownTrip()
  if (!shown) return
  mended = entry
  if (kind !== 'roll-calls') {
    const usual = { day: timeThere(shown.trip, shown.now).day, currency: usualCurrency(shown) }
    const form = openForm(sheet, kind, entry?.body ?? usual, entry?.refused)
    if (kind === 'incidents') fillIncident(form, shown, entry?.body ?? {})
    return
  }
  const call = (entry?.body as OpenCall | undefined) ?? state.call
  fillCall(openForm(sheet, kind, { ...call }, entry?.refused), shown, call?.present ?? [])
}

/** Keeps an entry on the phone, and sends it if there is a network. What was refused keeps its number and is sent anew. */
const enter = async (form: HTMLFormElement) => {
  const kind = form.dataset.form as EntryKind
  const [one, by] = [trip(), account()]
  if (!one || !by) return
  const { body, photos } = await bodyOf(kind, form, one)
  if (mended) {
    const entry_id = mended.refused?.code === 'idempotency_mismatch' ? crypto.randomUUID() : mended.body.entry_id
    const { refused: _refused, ...rest } = mended
    await changeEntry({ ...rest, body: { ...mended.body, ...body, entry_id }, photos: [...mended.photos, ...photos] })
  } else {
    const marks = { entry_id: crypto.randomUUID(), entered_at: now(), entered_by: by.id }
    await addEntry({ account: by, trip: { id: one.id, serial: one.serial }, kind, body: { ...body, ...marks }, photos })
    if (kind === 'roll-calls') await keep(callName(by.id, one.id), undefined)
  }
  // The entry is there before its form is gone.
  await refresh()
  sheet.close()
  tellOtherTabs()
  void meet()
}

const bodyOf = async (kind: EntryKind, form: HTMLFormElement, one: Shown['trip']) => {
  if (kind === 'roll-calls') {
    const { place, ...call } = callIn(form)
    return { body: { ...call, place: place || null, at: String(mended?.body.at ?? now()) }, photos: [] }
  }
  const { body, photographs } = writtenIn(form, one)
  return { body, photos: await Promise.all(photographs.map(scaled)) }
}

const notKept = t(
  '這筆沒有存到手機裡：照片讀不出來，或手機沒有空間。請拿掉照片或清出空間後再按一次。',
  'This was not kept: the photograph cannot be read, or the phone is full. Take the photograph out or make room, and press again.',
)

/** An open roll call outlives a reload. */
const keepCall = async (form: HTMLFormElement) => {
  const by = account()
  if (!by || mended) return
  state.call = callIn(form)
  await keep(callName(by.id, tripId), state.call)
  draw()
}

const leave = async () => {
  const { length } = own()
  const question = t(
    `還有 ${length} 筆未送出。登出後它們仍留在這支手機裡，由您再登入時送出；也可以先匯出。仍要登出嗎？`,
    `${length} not sent. They stay on this phone and are sent when you sign in again; you may export them first. Sign out all the same?`,
  )
  if (length && !confirm(question)) return
  take(await signOut())
  await refresh()
  tellOtherTabs()
}

const discard = async (those: readonly Entry[]) => {
  const question = t(`捨棄 ${those.length} 筆紀錄？無法復原。`, `Discard ${those.length}? It cannot be undone.`)
  if (!confirm(question)) return
  for (const entry of those) await removeEntry(entry)
  await refresh()
  tellOtherTabs()
}

const retry = async ({ refused: _refused, ...entry }: Entry) => {
  await changeEntry(entry)
  await refresh()
  void meet()
}

// --- Events ----------------------------------------------------------------------------------------------------------------------

const acts: Record<string, (value: string, button: HTMLElement) => unknown> = {
  open: (kind) => openEntry(kind as EntryKind),
  close: () => sheet.close(),
  show: (tab) => showTab(tab as Tab),
  day: (day) => showDay(day),
  waiting: () => showWaiting(),
  send: () => meet(),
  mend: (nth) => withEntry(nth, (entry) => openEntry(entry.kind, entry)),
  retry: (nth) => withEntry(nth, retry),
  discard: (nth) => withEntry(nth, (entry) => discard([entry])),
  discardAll: (id) => discard(state.entries.filter((entry) => entry.account.id === Number(id))),
  export: (id) => exportEntries(id ? state.entries.filter((entry) => entry.account.id === Number(id)) : state.entries),
  leave,
  install: () => installing?.prompt(),
  person: (_id, button) => {
    const form = button.closest('form')
    if (!form) return
    press(button, form)
    return keepCall(form)
  },
}

const showTab = (tab: Tab) => {
  state.tab = tab
  history.replaceState(null, '', `#${tab}`)
  draw()
  scrollTo(0, 0)
}
const showDay = (day: string) => {
  state.day = day
  draw()
}
const showWaiting = () => {
  if (trip()) showTab('today')
  found('waiting')?.scrollIntoView()
}
const withEntry = (nth: string, act: (entry: Entry) => unknown) => {
  const entry = state.entries.find((each) => each.nth === Number(nth))
  return entry && act(entry)
}

document.addEventListener('click', (event) => {
  const pressed = event.target instanceof Element && event.target.closest<HTMLElement>('button, a')
  if (!pressed) return
  const [name, value] = Object.entries(pressed.dataset)[0] ?? []
  const act = name === undefined ? undefined : acts[name]
  if (!act) return
  event.preventDefault()
  void act(value ?? '', pressed)
})
sheet.addEventListener('submit', (event) => {
  event.preventDefault()
  const form = event.target as HTMLFormElement
  const button = form.querySelector<HTMLButtonElement>('button.main')
  if (button) button.disabled = true
  enter(form).catch(() => {
    if (button) button.disabled = false
    tellAbove(form, notKept)
  })
})
sheet.addEventListener('change', (event) => {
  const form = (event.target as Element).closest<HTMLFormElement>('[data-form="roll-calls"]')
  if (form) void keepCall(form)
})
addEventListener('online', meet)
addEventListener('offline', () => {
  if (state.contact === 'fresh') state.contact = 'no-answer'
  draw()
})
document.addEventListener('visibilitychange', () => document.hidden || void meet())
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  installing = event as Installing
  draw()
})
// The clocks, and what is past on the line of the day.
setInterval(draw, 10_000)

state.read = await keptContact()
await refresh()
void meet()
const scope = `${settings.base}/my/trips/`
void navigator.serviceWorker?.register(`${scope}worker.js`, { scope })
void navigator.storage?.persist?.()
