import { styled } from 'styled-components';
import type { ItemSummary } from '@skein/contracts/university/library';
import { Button } from '@skein/ui/button';
import { Icon } from '@skein/ui/icon';
import { BareLink } from '@skein/ui/link';
import { Progress } from '@skein/ui/progress';
import { SubLine } from '@skein/ui/text';
import { addressOf, minutesLeftText } from '../library/course-progress';
import { kindText } from '../library/item-list';
import type { Library } from '../library/library.hooks';

const Panel = styled.aside`
  display: flex;
  flex-direction: column;
  gap: var(--s-3);
  & h2 {
    font-weight: var(--w-bold);
  }
  @media print {
    display: none;
  }
`;

const Lesson = styled(BareLink)`
  display: flex;
  gap: var(--s-2);
  padding: 6px var(--s-2);
  border-radius: var(--r-2);
  color: var(--text);
  font-weight: var(--w-medium);
  & > svg {
    flex: none;
    margin-top: 2px;
    color: var(--muted);
  }
  & > svg[data-done] {
    color: var(--success);
  }
  & > span {
    min-width: 0;
  }
  &:hover {
    background: var(--surface-2);
  }
  &[aria-current='page'] {
    background: var(--accent-soft);
  }
`;

/** The course of the item that is open: how far somebody is, its lessons, and the next one. */
export function CoursePanel({
  course,
  lessons,
  slug,
  next,
}: {
  course: Library['courses'][number];
  lessons: readonly ItemSummary[];
  slug: string;
  next: ItemSummary | null;
}) {
  const { done, total, minutesLeft } = course.progress;
  return (
    <Panel aria-label="Course">
      <div>
        <h2>{course.title}</h2>
        <SubLine style={{ whiteSpace: 'normal' }}>{course.description}</SubLine>
      </div>
      <Progress
        label={`${course.title}: ${done} of ${total} done`}
        value={done}
        max={Math.max(1, total)}
        start={`${done} of ${total} done`}
        end={course.progress.next ? minutesLeftText(minutesLeft) : 'Finished'}
      />
      <ol>
        {lessons.map((lesson) => (
          <li key={lesson.slug}>
            <Lesson href={addressOf(lesson)} aria-current={lesson.slug === slug ? 'page' : undefined}>
              {lesson.state === 'DONE' ? (
                <Icon name="check" data-done title="Done" />
              ) : (
                <Icon name={lesson.type === 'Video' || lesson.type === 'Vimeo' ? 'play' : 'file'} />
              )}
              <span>
                {lesson.title}
                <SubLine>
                  {kindText(lesson)}
                  {lesson.state === 'STARTED' && ', started'}
                </SubLine>
              </span>
            </Lesson>
          </li>
        ))}
      </ol>
      {next && (
        <Button href={addressOf(next)} variant="primary" iconEnd="arrow-right">
          {`Next: ${next.title}`}
        </Button>
      )}
    </Panel>
  );
}
