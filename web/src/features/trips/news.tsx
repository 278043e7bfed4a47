import { useQuery } from '@tanstack/react-query'
import { getPlannedTripNews, type PlannedTripNews, tellPlannedTripNews } from 'guidon-sdk'
import { terms } from 'guidon-sdk/words'
import { guidon } from '../../kit/api.ts'
import { useMe } from '../../kit/me.ts'
import { writesToTravelers } from '../../kit/roles.ts'
import { plural, useSay } from '../../kit/words.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Card } from '../../ui/card.tsx'
import css from './news.module.css'
import type { Trip } from './queries.ts'

/** How often the card looks whether the travelers have been told. */
const LOOK_MS = 5_000

/** What the travelers of a trip do not know yet, as they will read it; nothing if they know everything. */
export const TripNews = ({ trip: { id, has_news } }: { trip: Pick<Trip, 'id' | 'has_news'> }) => {
  const { data: news } = useQuery({
    enabled: has_news,
    queryKey: ['trips', id, 'news'],
    queryFn: () => getPlannedTripNews(guidon, id),
    refetchInterval: ({ state }) => (state.data?.tells_travelers ? LOOK_MS : false),
  })
  return has_news && news?.text && news.people > 0 ? <NewsCard id={id} news={news} /> : null
}

const NewsCard = ({ id, news: { tells_travelers, people, text, text_en } }: { id: number; news: PlannedTripNews }) => {
  const say = useSay()
  const mayTell = writesToTravelers(useMe())
  return (
    <Card title={say('旅客尚未得知的異動', 'What the travelers do not know yet')}>
      <div className={`within ${css.news}`}>
        <p className="small" role="status">
          {tells_travelers
            ? say(
                `${terms.undo.words[0]}內寄給 ${people} 人，一人一封：`,
                `Goes to ${plural(people, 'person', 'people')} within ${terms.undo.words[1]}, one mail each:`,
              )
            : say(`還沒有通知旅客（${people} 人）：`, `Not told to ${plural(people, 'person', 'people')} yet:`)}
        </p>
        <p className={css.text}>{say(text ?? '', text_en ?? '')}</p>
        {mayTell && (
          <ActButton
            key={String(tells_travelers)}
            words={tells_travelers ? ['先不要寄', 'Do not send it'] : ['通知旅客', 'Tell the travelers']}
            says={
              tells_travelers
                ? ['已取消，旅客不會收到', 'Taken back: the travelers are not told']
                : [`${terms.undo.words[0]}後寄出`, `It is sent in ${terms.undo.words[1]}`]
            }
            act={(guidon) => tellPlannedTripNews(guidon, id, { tells_travelers: !tells_travelers })}
            changes={['trips']}
          />
        )}
      </div>
    </Card>
  )
}
