import { useState } from 'react'

const prefix = 'guidon.draft.'

export const draftKey = (name: string) => prefix + name

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

export const forgetDrafts = () => {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}
