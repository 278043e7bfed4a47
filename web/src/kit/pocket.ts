import { locale } from './words.ts'

/** The pages that a leader has on its phone, also without a network, in the language of the reader. */
export const pocketPath = (trip?: number) => `${locale.now() === 'en' ? '/en' : ''}/my/trips/${trip ?? ''}`

/** Whether somebody does nothing but lead trips. */
export const onlyLeads = ({ roles }: { roles: readonly string[] }) => roles.every((role) => role === 'leader')

/** Deletes the trips that those pages have kept in this browser. What was entered there and not sent yet stays. */
export const forgetPocket = () => indexedDB.deleteDatabase('guidon-pocket-trips')
