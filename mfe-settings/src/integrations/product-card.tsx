import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Card } from '@skein/ui/card';
import { Row } from '@skein/ui/layout';
import { Text } from '@skein/ui/text';
import { Mark } from './integration-card';

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

/** A product with what it does and how to begin. @param short two letters that stand for its name */
export function ProductCard(props: {
  name: string;
  short: string;
  does: ReactNode;
  actions: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Even>
      <Row>
        <Mark aria-hidden>{props.short}</Mark>
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
