import { Link } from 'react-router-dom'
import { LoadFailed, Loading } from '../../platform/ui/list-states.tsx'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import { GroupCard } from './GroupCard.tsx'
import { usePostGroups } from './topic-queries.ts'

/** /admin/blog/topics: the categories, tags and authors of posts. */
export function TopicsScreen() {
  const { data, isPending, isError, refetch } = usePostGroups()
  return (
    <>
      <div className="admin-head">
        <ScreenTitle title="Categories, tags and authors" />
        <Link to="/admin/blog">Back to Blog</Link>
      </div>
      {isPending && <Loading label="Loading categories, tags and authors" />}
      {isError && (
        <LoadFailed onRetry={() => refetch()}>Categories, tags and authors could not be loaded.</LoadFailed>
      )}
      {data !== undefined && (
        <div className="admin-stack">
          <GroupCard kind="category" title="Categories" groups={data.categories} />
          <GroupCard kind="tag" title="Tags" groups={data.tags} />
          <GroupCard
            kind="author"
            title="Authors"
            groups={data.authors.map(({ firstName, ...author }) => ({ ...author, name: firstName }))}
          />
        </div>
      )}
    </>
  )
}
