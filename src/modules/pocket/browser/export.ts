import type { Entry } from './store.ts'

/** Gives entries to the person as a file, so that nothing is lost with the phone: the words as they are, the photographs as text. */
export async function exportEntries(entries: readonly Entry[]) {
  const whole = await Promise.all(
    entries.map(async ({ photos, ...entry }) => ({
      ...entry,
      photos: await Promise.all(photos.map(({ blob }) => addressOf(blob))),
    })),
  )
  const name = `guidon-entries-${new Date().toISOString().slice(0, 10)}.json`
  const file = new File([JSON.stringify(whole, null, 2)], name, { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

const addressOf = (blob: Blob): Promise<string> =>
  new Promise((done, fail) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result))
    reader.onerror = () => fail(reader.error)
    reader.readAsDataURL(blob)
  })
