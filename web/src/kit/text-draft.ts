import { useState } from 'react'
import { draftKey } from './draft-store.ts'

/** A text that survives a reload; removed when it was sent, and at sign-out. */
export const useDraft = (name: string) => {
  const key = draftKey(name)
  const [text, setText] = useState(() => localStorage.getItem(key) ?? '')
  const change = (next: string) => {
    setText(next)
    if (next) localStorage.setItem(key, next)
    else localStorage.removeItem(key)
  }
  return [text, change] as const
}
