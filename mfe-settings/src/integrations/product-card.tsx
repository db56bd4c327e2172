import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Card } from '@skein/ui/card';
import { Row } from '@skein/ui/layout';
import { Text } from '@skein/ui/text';
import { ProductMark, type MarkOf } from './product-mark';

/** Cards of one row are of one height, with their buttons at the foot. */
const Even = styled(Card)`
  display: flex;
  & > * {
    flex: 1;
    min-width: 0;
    display: flex;
    flex-direction: column;
    gap: var(--s-3);
  }
`;

const Foot = styled(Row)`
  margin-top: auto;
`;

/** A product with what it does and how to begin. */
export function ProductCard(props: {
  name: string;
  mark: MarkOf;
  does: ReactNode;
  actions: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Even>
      <Row>
        <ProductMark of={props.mark} />
        <Text as="h3" $weight="bold">
          {props.name}
        </Text>
      </Row>
      <Text $tone="muted">{props.does}</Text>
      {props.children}
      <Foot $wrap>{props.actions}</Foot>
    </Even>
  );
}
