import { type HouseRecord, updateHouseRecord } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Card } from '../../ui/card.tsx'
import { Field, Form } from '../../ui/forms/form.tsx'
import css from './page.module.css'

const subjects = {
  trip: label.trip_score,
  leader: label.leader_score,
  hotels: label.hotels_score,
  meals: label.meals_score,
  again: label.again_score,
} as const
type Subject = keyof typeof subjects
type Questions = HouseRecord['feedback_questions']

/** What customers are asked after their return. Each question keeps its subject, so that averages stay comparable. */
export const Questions = ({ house }: { house: HouseRecord }) => {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (feedback_questions: Questions, guidon) =>
      updateHouseRecord(guidon, { feedback_questions }, { version: house.version }),
    says: ['已儲存', 'Saved'],
    changes: ['house'],
  })
  const names = Object.keys(subjects) as Subject[]
  return (
    <Card title={say(...label.feedback_questions)} className={css.questions}>
      <div className="within">
        <Form
          send={say('儲存問題', 'Save the questions')}
          error={error}
          isPending={isPending}
          submit={(given) => {
            const asked = (name: Subject) => ({
              question: given(`feedback_questions.${name}.question`),
              question_en: given(`feedback_questions.${name}.question_en`),
            })
            mutate(Object.fromEntries(names.map((name) => [name, asked(name)])) as Questions)
          }}
        >
          <p className="soft small">
            {say('客人回國後回答，每題 1 到 5 分。', 'Customers answer after their return, each with 1 to 5.')}
          </p>
          {names.map((name) => (
            <fieldset key={name}>
              <legend>{say(...subjects[name])}</legend>
              <Field
                id={`feedback_questions.${name}.question`}
                label={say(...label.question)}
                defaultValue={house.feedback_questions[name].question}
              />
              <Field
                id={`feedback_questions.${name}.question_en`}
                label={say(...label.question_en)}
                defaultValue={house.feedback_questions[name].question_en}
              />
            </fieldset>
          ))}
        </Form>
      </div>
    </Card>
  )
}
