import { paymentEnvironmentWords } from 'guidon-sdk/words'
import { type ReactNode, useState } from 'react'
import { useSay } from '../../kit/words.ts'
import { Choice } from '../forms/form.tsx'
import { Sheet } from '../forms/sheet.tsx'

export type Environment = keyof typeof paymentEnvironmentWords

type Props = {
  title: string
  /** The environment in use. */
  environment: Environment
  close: () => void
  /** The form with the keys of the environment that is chosen. */
  children: (environment: Environment) => ReactNode
}

/** The keys of an environment of another service, which is in use from then on. */
export const KeysSheet = ({ title, environment, close, children }: Props) => {
  const say = useSay()
  const [chosen, choose] = useState(environment)
  return (
    <Sheet title={title} close={close}>
      <Choice
        id="environment"
        label={say('使用中的環境', 'Environment in use')}
        defaultValue={environment}
        onChange={({ currentTarget }) => choose(currentTarget.value === 'production' ? 'production' : 'test')}
        options={Object.entries(paymentEnvironmentWords).map(([each, words]) => [each, say(...words)] as const)}
      />
      {children(chosen)}
    </Sheet>
  )
}
