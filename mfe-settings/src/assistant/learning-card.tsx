import { Link } from '@skein/ui/link';
import { Card, CardList } from '@skein/ui/card';
import { CategoryBadge } from '@skein/ui/category-badge';
import { Hint } from '@skein/ui/field';
import { Grow } from '@skein/ui/layout';
import type { Assistant, Category } from './assistant.hooks';

/** Corrections by people that the model sees as examples. */
export function LearningCard({
  examples,
  categories,
}: {
  examples: Assistant['examples'];
  categories: readonly Category[];
}) {
  return (
    <Card title="Learned from your corrections" padded={false}>
      {examples.length === 0 ? (
        <Hint style={{ padding: 'var(--s-4)' }}>
          Nothing yet. When someone changes the category of a reply, the newest eight are sent along as examples. Each
          client’s replies stay with that client.
        </Hint>
      ) : (
        <CardList>
          {examples.map((example) => (
            <li key={example.enrolment_id}>
              <Grow style={{ minWidth: 0 }}>
                <Link href={`/app/master-inbox/all/${example.enrolment_id}`}>
                  {example.reply.slice(0, 140) || 'A reply without words'}
                </Link>
              </Grow>
              <CategoryBadge
                id={example.category_id}
                name={
                  categories.find((category) => category.id === example.category_id)?.name ??
                  String(example.category_id)
                }
              />
            </li>
          ))}
        </CardList>
      )}
    </Card>
  );
}
