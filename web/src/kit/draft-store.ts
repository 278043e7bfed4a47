const prefix = 'guidon.draft.'

export const draftKey = (name: string) => prefix + name

const sentBy = new WeakMap<object, string>()

/** Remembers which mutation sends a draft, so that the draft is removed once the service has accepted it. */
export const rememberSent = (mutation: object, key: string) => sentBy.set(mutation, key)

export const forgetSent = (mutation: object) => {
  const key = sentBy.get(mutation)
  if (key !== undefined) localStorage.removeItem(key)
}

const OWNER = 'guidon.drafts-of'

/** Drafts of another person, whose session ended without a sign-out, are not shown to the next person in this browser. */
export const keepDraftsOf = (person: number) => {
  const owner = localStorage.getItem(OWNER)
  if (owner !== null && owner !== String(person)) forgetDrafts()
  localStorage.setItem(OWNER, String(person))
}

export const forgetDrafts = () => {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}
