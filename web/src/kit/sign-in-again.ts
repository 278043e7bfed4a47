import { Refusal } from 'guidon-sdk'
import { store } from './store.ts'

/** Whether the session has ended. A wrong password or code is refused with the same status, but does not count. */
export const isSessionOver = (error: unknown) =>
  error instanceof Refusal && ['unauthenticated', 'token_expired'].includes(error.code)

type Answer = (isSignedIn: boolean) => void

/** While this is set, the shell shows the sign-in over the page and reports whether somebody has signed in. */
const asking = store<Answer | undefined>(undefined)
export const useAsking = asking.use

let asked: Promise<boolean> | undefined

let times = 0
/** How often somebody has signed in again over this page. */
export const signedInAgain = () => times

/** Asks to sign in over the page. All refused requests wait for the same answer. */
export const askToSignIn = () => {
  asked ??= new Promise<boolean>((answer) => asking.set(answer)).then((isSignedIn) => {
    if (isSignedIn) times += 1
    asking.set(undefined)
    asked = undefined
    return isSignedIn
  })
  return asked
}

/** Sends a request; if the session has ended, asks to sign in over the page and sends it again. */
export const sendInSession = async <Sent>(send: () => Promise<Sent>): Promise<Sent> => {
  try {
    return await send()
  } catch (error) {
    if (!isSessionOver(error) || !(await askToSignIn())) throw error
    return send()
  }
}
