import { store } from './store.ts'

export type Toast = {
  key: number
  title: string
  body?: string
  tone?: 'bad'
  subject?: { type: string; id: number }
}

const MOST = 3
const SHOWN_MS = 8_000
const toasts = store<readonly Toast[]>([])
let last = 0

/** Shows a message for a few seconds. */
export const showToast = (toast: Omit<Toast, 'key'>) => {
  last += 1
  const key = last
  toasts.set([...toasts.now().slice(1 - MOST), { ...toast, key }])
  setTimeout(() => dismissToast(key), SHOWN_MS)
}
export const dismissToast = (key: number) => toasts.set(toasts.now().filter((toast) => toast.key !== key))
export const useToasts = toasts.use
