import { type RefObject, useEffect, useRef, useState } from 'react'
import { queryClient, wasOutrun } from './api.ts'
import { draftKey, rememberSent } from './draft-store.ts'

type Draft = Record<string, string>
type Sending = { isPending: boolean; error: Error | null; send: string; hasNoDraft?: boolean | undefined }
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Keeps the values of changed fields until the form is sent, also over a reload and when its sheet is closed. Forms with a
 * password, a code or a field that the browser must not complete, such as a passport number, keep them only as long as they are
 * open.
 */
export const useFormDraft = (
  form: RefObject<HTMLFormElement | null>,
  { isPending, error, send, hasNoDraft = false }: Sending,
) => {
  // Some buttons change their label after the first step; the draft keeps the first name.
  const [name] = useState(send)
  const [restored, setRestored] = useState(false)
  const typed = useRef<Draft>({})
  const left = useRef<Draft | undefined>(undefined)
  const [round, setRound] = useState(0)
  // A field may appear later than the form: after another one was chosen, or when its choices are loaded.
  useEffect(() => {
    if (!form.current) return
    const { current } = form
    if (round > 0) left.current = { ...typed.current }
    const restoreWhatIsLeft = () => {
      left.current ??= hasNoDraft || isSecret(current) ? {} : read(keyOf(current))
      if (restore(current, left.current) && round === 0) setRestored(true)
    }
    restoreWhatIsLeft()
    const observer = new MutationObserver(restoreWhatIsLeft)
    observer.observe(current, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [form, round, hasNoDraft])
  useEffect(() => {
    if (wasOutrun(error)) setRound((now) => now + 1)
  }, [error])
  useEffect(() => {
    if (isPending && form.current) forgetOnceSent(keyOf(form.current))
  }, [isPending, form])
  return {
    /** The name of the draft, which the form has as `data-draft`. */
    name,
    restored,
    /** In each round the fields begin with the record as it was read last; the typed values are put back into them. */
    round,
    keep: () => {
      if (!form.current || hasNoDraft) return
      typed.current = { ...left.current, ...changesIn(form.current) }
      if (!isSecret(form.current)) write(keyOf(form.current), typed.current)
    },
    discard: () => {
      if (form.current) localStorage.removeItem(keyOf(form.current))
      typed.current = {}
      left.current = {}
      form.current?.reset()
      setRestored(false)
    },
  }
}

const controls = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (each): each is Control =>
      (each instanceof HTMLInputElement || each instanceof HTMLTextAreaElement || each instanceof HTMLSelectElement) &&
      each.name !== '' &&
      !['hidden', 'file'].includes(each.type),
  )

const isSecret = (form: HTMLFormElement) =>
  [...form.elements].some(
    (each) =>
      each instanceof HTMLInputElement &&
      !isKeptElsewhere(each) &&
      (each.type === 'password' || ['one-time-code', 'off'].includes(each.autocomplete)),
  )

/** Comboboxes and date fields: a draft keeps the hidden input with their value instead. */
const isKeptElsewhere = (each: HTMLInputElement) =>
  each.role === 'combobox' || each.closest('[data-day-field]') !== null

/** Removes the drafts of the forms of a sheet whose content was sent in another way. */
export const forgetDraftsOf = (sheet: Element | null) => {
  for (const form of sheet?.querySelectorAll<HTMLFormElement>('form[data-draft]') ?? [])
    localStorage.removeItem(keyOf(form))
}

// A page may have several forms; they are told apart by record, sheet and button.
const keyOf = (form: HTMLFormElement) => {
  const { of, draft } = form.dataset
  return draftKey(['form', location.pathname, of, form.closest('dialog')?.ariaLabel, draft].join(' '))
}

const read = (key: string): Draft => JSON.parse(localStorage.getItem(key) ?? '{}')

const isTick = (each: Control): each is HTMLInputElement => each.type === 'checkbox' || each.type === 'radio'
const isChanged = (each: Control) => {
  if (isTick(each)) return each.checked !== each.defaultChecked
  if (each instanceof HTMLSelectElement)
    return [...each.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
  return each.value !== each.defaultValue
}
const nameOf = (each: Control) => (isTick(each) ? `${each.name}=${each.value}` : each.name)

const changesIn = (form: HTMLFormElement): Draft =>
  Object.fromEntries(
    controls(form)
      .filter(isChanged)
      .map((each) => [nameOf(each), isTick(each) ? String(each.checked) : each.value]),
  )

const write = (key: string, draft: Draft) => {
  if (Object.keys(draft).length > 0) localStorage.setItem(key, JSON.stringify(draft))
  else localStorage.removeItem(key)
}

/** Puts the values of a draft into the existing fields. Returns whether there were any. */
const restore = (form: HTMLFormElement, left: Draft) => {
  const found = controls(form).filter((each) => left[nameOf(each)] !== undefined && canTake(each, left[nameOf(each)]))
  for (const each of found) {
    const value = left[nameOf(each)] ?? ''
    delete left[nameOf(each)]
    if (isTick(each)) each.checked !== (value === 'true') && each.click()
    else enter(each, value)
  }
  return found.length > 0
}

// Whether the control has this value; the options of a select may be loaded later than the select.
const canTake = (each: Control, value: string | undefined) =>
  !(each instanceof HTMLSelectElement) || [...each.options].some((option) => option.value === value)

/** Sets a value as if it were typed: React notices the event only if the value is set by the setter of the prototype. */
export const enter = (control: Control, value: string) => {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

// Removes the draft once its mutation has succeeded. The sheet may be closed before that, so this follows the mutation itself.
const forgetOnceSent = (key: string) => {
  const mutations = queryClient.getMutationCache().getAll()
  const sent = mutations.findLast(({ state }) => state.status === 'pending')
  if (sent) rememberSent(sent, key)
}
