import type { HouseRecord } from 'guidon-sdk'
import { bookMatchedWords, houseKindWords } from 'guidon-sdk/words'
import { useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { groups, shownAt, wordsOf } from './words.ts'

/** The agency's record for readers who may not change it. */
export const Known = ({ house }: { house: HouseRecord }) => {
  const say = useSay()
  const shown = (field: string) =>
    field === 'kind'
      ? house.kind && say(...houseKindWords[house.kind])
      : field === 'book_matched'
        ? say(...bookMatchedWords[house.book_matched])
        : shownAt(house, field)
  return (
    <div className="column">
      {groups
        .filter(({ fields }) => fields.some((field) => shown(field)))
        .map(({ words, fields }) => (
          <Card key={words[1]} title={say(...words)}>
            <div className="within">
              <Facts facts={fields.map((field) => [wordsOf(say, field), shown(field)])} />
            </div>
          </Card>
        ))}
    </div>
  )
}
