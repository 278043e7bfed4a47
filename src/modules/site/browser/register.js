// Saves the open form of a registration after each field, as its button would. Without this script the page works as well.

/** A date that is typed changes with each digit of its year. */
const DELAY_MS = 600
const TIMEOUT_MS = 30_000
const LONGEST_PAUSE_MS = 30_000
/** Parts of the page that follow from what was saved: the total, the kind by age, and the fingerprint of what is shown. */
const FRESH = '[data-fresh], .step .hint[id]'

const button = /** @type {HTMLButtonElement | null} */ (document.querySelector('button[data-save]'))
const form = button?.form
const status = /** @type {HTMLElement | null} */ (document.querySelector('.saved'))
if (button && form && status) saveEachField(button, form, status)

/**
 * @param {HTMLButtonElement} button the button that saves the form; its `data-save` leads back to the same form
 * @param {HTMLFormElement} form
 * @param {HTMLElement} status has the words for each state
 */
function saveEachField(button, form, status) {
  /** What the form contained when it was last dealt with, and what of it is kept by the service. */
  let last = valuesIn(asSent(form))
  let kept = withoutFaults(new URLSearchParams(last))
  /** What was sent and is not answered. It is sent again as it was: the service may have kept it. @type {string | undefined} */
  let unanswered
  /** @type {Promise<void> | undefined} */
  let running
  let failures = 0
  let timer = 0
  /** The form is being sent by a button, or cannot be saved any more. */
  let isOver = false

  tell(status.dataset.state ?? 'each')
  form.addEventListener('change', () => saveIn(DELAY_MS))
  form.addEventListener('focusout', save)
  form.addEventListener('submit', afterSaving)
  document.addEventListener('visibilitychange', () => document.hidden && save())
  window.addEventListener('online', () => unanswered && save())
  // What was typed before this script was there.
  save()

  /** Values that are refused on this page are kept nowhere. @param {URLSearchParams} values */
  function withoutFaults(values) {
    for (const name of faultyIn(document)) values.delete(name)
    return values
  }

  /** @param {number} pause */
  function saveIn(pause) {
    clearTimeout(timer)
    timer = window.setTimeout(save, pause)
  }

  /** One request at a time: who asks meanwhile waits until all is saved. */
  function save() {
    clearTimeout(timer)
    running ??= saveAll().finally(() => {
      running = undefined
    })
    return running
  }

  async function saveAll() {
    while (!isOver) {
      const values = unanswered ?? valuesIn(form)
      if (values === last && !unanswered) return
      unanswered = values
      tell('saving')
      const answer = await sent(new URLSearchParams(values))
      if (!answer) {
        tell('waiting')
        failures += 1
        return saveIn(Math.min(1_000 * 2 ** failures, LONGEST_PAUSE_MS))
      }
      failures = 0
      unanswered = undefined
      last = values
      if (answer.isKept) show(answer)
      else end(answer.page.querySelector('#meanwhile') ? 'clash' : 'ended')
    }
  }

  /**
   * Saves what is valid. A field that is refused stays in the form, and with its former value in the draft.
   * @param {URLSearchParams} values
   */
  async function sent(values) {
    const answer = await post(values)
    const faulty = answer?.isKept ? [] : faultyIn(answer?.page)
    if (!faulty.length) {
      if (answer?.isKept) kept = values
      return answer && { ...answer, faulty }
    }
    for (const name of faulty) {
      const before = kept.get(name)
      values.delete(name)
      if (before) values.set(name, before)
    }
    const second = await post(values)
    if (second?.isKept) kept = values
    return second && { ...second, faulty }
  }

  /** The answer, or nothing if there is no network or the service is busy. @param {URLSearchParams} values */
  async function post(values) {
    const body = new URLSearchParams(values)
    const seen = /** @type {HTMLInputElement | null} */ (form.querySelector('[name=seen]'))
    if (seen) body.set('seen', seen.value)
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      // A page that is put away may be closed before the answer is there.
      const keepalive = document.hidden
      const response = await fetch(button.dataset.save ?? '', { method: 'POST', body, keepalive, signal })
      if (response.status === 429 || response.status >= 500) return
      const page = new DOMParser().parseFromString(await response.text(), 'text/html')
      return { page, isKept: response.ok && page.getElementById(form.id) !== null }
    } catch {
      return
    }
  }

  /** @param {{ page: Document, faulty: string[] }} answer */
  function show({ page, faulty }) {
    for (const part of document.querySelectorAll(FRESH)) {
      const fresh = page.getElementById(part.id)
      if (fresh && !fresh.isEqualNode(part)) part.replaceWith(fresh)
    }
    const labels = faulty.map((name) => form.querySelector(`.field:has([name="${name}"]) label`)?.textContent ?? '')
    tell(faulty.length ? 'except' : 'saved', new Intl.ListFormat(document.documentElement.lang).format(labels))
  }

  /** What is typed stays. The button leads to the page that says what has happened. @param {'clash' | 'ended'} why */
  function end(why) {
    isOver = true
    tell(why)
    const look = document.createElement('button')
    look.type = 'button'
    look.textContent = status.dataset.look ?? ''
    look.addEventListener('click', () => {
      form.noValidate = true
      form.requestSubmit(button)
    })
    status.append(look)
  }

  /** @param {string} state @param {string} [what] */
  function tell(state, what = '') {
    const words = status.querySelector('span')
    if (words) words.textContent = `${status.dataset[state]}${what}`
    status.dataset.state = state
  }

  /**
   * A button is pressed. What is unanswered is saved first, unless the button sends the same, which is no conflict.
   * @param {SubmitEvent} event
   */
  async function afterSaving(event) {
    clearTimeout(timer)
    if (isOver || !unanswered || (running && unanswered === valuesIn(form))) {
      isOver = true
      return
    }
    event.preventDefault()
    await save()
    // Without a network the page stays, with what was typed.
    if (unanswered) return
    isOver = true
    form.requestSubmit(event.submitter)
  }
}

/** The form as the service sent it. @param {HTMLFormElement} form */
function asSent(form) {
  const copy = /** @type {HTMLFormElement} */ (form.cloneNode(true))
  copy.reset()
  return copy
}

/** @param {HTMLFormElement} form */
function valuesIn(form) {
  const data = new FormData(form, form.querySelector('[data-save]'))
  data.delete('seen')
  return `${new URLSearchParams(/** @type {Record<string, string>} */ (/** @type {unknown} */ (data)))}`
}

/** The names of the fields that a page says are wrong. @param {Document | undefined} page @returns {string[]} */
function faultyIn(page) {
  return [...(page?.querySelectorAll('.step [aria-invalid][name]') ?? [])].map(
    (field) => field.getAttribute('name') ?? '',
  )
}
