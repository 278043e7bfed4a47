import { store } from './store.ts'

export type Toast = {
  key: number
  title: string
  body?: string
  tone?: 'bad'
  subject?: { type: string; id: number }
  /** A button, such as to undo what was just done, and how many seconds it is shown. */
  action?: { words: string; act: () => void; seconds: number }
}

export type Told = Omit<Toast, 'key'>

const MOST = 3
const SHOWN_MS = 8_000
const toasts = store<readonly Toast[]>([])
let last = 0

/** Shows a message for a few seconds. */
export const showToast = (toast: Told) => {
  last += 1
  const key = last
  toasts.set([...toasts.now().slice(1 - MOST), { ...toast, key }])
  setTimeout(() => dismissToast(key), toast.action ? toast.action.seconds * 1_000 : SHOWN_MS)
}
export const dismissToast = (key: number) => toasts.set(toasts.now().filter((toast) => toast.key !== key))
export const useToasts = toasts.use
