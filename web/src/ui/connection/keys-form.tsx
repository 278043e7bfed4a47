import type { ReactNode } from 'react'
import { useSay, type Words } from '../../kit/words.ts'
import { Field, Form, type Given } from '../forms/form.tsx'

type Key<Name extends string> = { id: Name; label: string }

type Props<Name extends string> = {
  /** What the other service knows the agency by; it is shown, and `known` once it was saved. */
  account: Key<Name> & { known: string | undefined; inputMode?: 'numeric' }
  /** What is never shown again. */
  secrets: readonly Key<Name>[]
  /** Where they are found. */
  from: Words
  error: Error | null
  isPending: boolean
  /** Gets the keys that were typed; a secret that is left empty stays as it is. */
  save: (keys: Partial<Record<Name, string>>, given: Given) => void
  /** Further fields. */
  children?: ReactNode
}

/** The keys of a connection. They are typed once and never shown again, not even from a draft. */
export const KeysForm = <Name extends string>(props: Props<Name>) => {
  const { account, secrets, from, error, isPending, save, children } = props
  const say = useSay()
  const isKnown = account.known !== undefined
  const hint = isKnown ? say('已設定；不更換就留空。', 'It is set: leave it empty to keep it.') : say(...from)
  const names = [account.id, ...secrets.map(({ id }) => id)]
  return (
    <Form
      hasNoDraft
      send={say('儲存', 'Save')}
      error={error}
      isPending={isPending}
      submit={(given) => {
        const typed = names.filter((name) => given(name)).map((name) => [name, given(name)])
        save(Object.fromEntries(typed) as Partial<Record<Name, string>>, given)
      }}
    >
      <Field
        id={account.id}
        label={account.label}
        defaultValue={account.known ?? ''}
        inputMode={account.inputMode}
        autoComplete="off"
        required
      />
      {secrets.map(({ id, label }) => (
        <Field
          key={id}
          id={id}
          label={label}
          type="password"
          autoComplete="off"
          spellCheck={false}
          required={!isKnown}
          hint={hint}
        />
      ))}
      {children}
    </Form>
  )
}
