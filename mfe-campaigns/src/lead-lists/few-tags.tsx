import { styled } from 'styled-components';
import { Badge } from '@skein/ui/badge';
import { Row } from '@skein/ui/layout';

const Name = styled.span`
  max-width: 150px;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

/** The first of the tags, and how many more there are; all of them in its title. */
export function FewTags({ tags }: { tags: readonly { id: number; name: string }[] }) {
  const [first, ...others] = tags;
  if (!first) return null;
  return (
    <Row as="span" $gap={1} title={tags.map((tag) => tag.name).join(', ')}>
      <Badge tone="neutral">
        <Name>{first.name}</Name>
      </Badge>
      {others.length > 0 && (
        <Badge
          tone="neutral"
          aria-label={`and ${others.length} more: ${others.map((tag) => tag.name).join(', ')}`}
          role="img"
        >
          +{others.length}
        </Badge>
      )}
    </Row>
  );
}
