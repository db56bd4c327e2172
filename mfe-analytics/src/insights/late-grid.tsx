import { styled } from 'styled-components';
import { Card } from '@skein/ui/card';
import { Text } from '@skein/ui/text';
import { FigureButton } from '../figure-rows/figure-button';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const hours = Array.from({ length: 12 }, (_, index) => index * 2);
const Scroll = styled.div`
  overflow-x: auto;
`;
/* Its cells are buttons: none may be narrower than 24 px. */
const Table = styled.table`
  width: 100%;
  min-width: 386px;
  table-layout: fixed;
  border-collapse: separate;
  border-spacing: 2px;
  font-variant-numeric: tabular-nums;
  font-size: var(--fs-1);
  th {
    font-weight: var(--w-regular);
    color: var(--muted);
    text-align: center;
  }
  th[scope='row'] {
    text-align: start;
  }
  tr > :first-child {
    width: 34px;
  }
  td {
    height: 24px;
    text-align: center;
  }
  /* The whole cell opens its rows: a digit alone is too small for a thumb. */
  td:has(button) {
    padding: 0;
  }
  td button {
    width: 100%;
    height: 24px;
    text-align: center;
  }
`;
const Cell = styled.td<{ $share: number }>`
  border-radius: var(--r-1);
  border: 1px solid ${({ $share }) => ($share > 0 ? 'transparent' : 'var(--border)')};
  background: color-mix(in srgb, var(--warning) ${({ $share }) => Math.round($share * 45)}%, var(--surface));
`;
const two = (hour: number) => String(hour).padStart(2, '0');

interface LateArrival {
  weekday: number;
  hour: number;
  count: number;
}

/** The weekday and the two hours at which most late ones arrived; null where none stands out. Pure. */
export function worstTime(late: readonly LateArrival[]): LateArrival | null {
  const [first, second] = [...late].sort((one, other) => other.count - one.count);
  return first && first.count > 1 && first.count > (second?.count ?? 0) ? first : null;
}

/** When the replies arrived that were answered late or not at all: weekdays by hours of the day. */
export function LateGrid({
  late,
  total,
  onOpen,
}: {
  late: readonly LateArrival[];
  total: number;
  /** Of a weekday, and two hours of it. */
  onOpen: (at: { weekday: number; hour?: number }) => void;
}) {
  const counts = new Map(late.map(({ weekday, hour, count }) => [`${weekday} ${hour}`, count]));
  const top = Math.max(1, ...counts.values());
  const worst = worstTime(late);
  const onDay = (day: number) =>
    late.filter(({ weekday }) => weekday === day).reduce((sum, { count }) => sum + count, 0);
  return (
    <Card title="When late replies arrived" detail={`of ${total.toLocaleString('en-US')}`}>
      <Scroll tabIndex={0} role="region" aria-label="Late replies by weekday and hour">
        <Table aria-label="When late replies arrived">
          <thead>
            <tr>
              <th scope="col">
                <span aria-hidden>Day</span>
              </th>
              {hours.map((hour) => (
                <th key={hour} scope="col">
                  {two(hour)}
                </th>
              ))}
              <th scope="col">All</th>
            </tr>
          </thead>
          <tbody>
            {weekdays.map((name, index) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {hours.map((hour) => {
                  const count = counts.get(`${index + 1} ${hour}`) ?? 0;
                  return (
                    <Cell key={hour} $share={count / top}>
                      {count > 0 && (
                        <FigureButton
                          text={String(count)}
                          label={`late, ${name} ${two(hour)}:00`}
                          count={count}
                          onOpen={() => onOpen({ weekday: index + 1, hour })}
                        />
                      )}
                    </Cell>
                  );
                })}
                <td>
                  <b>
                    <FigureButton
                      text={String(onDay(index + 1))}
                      label={`late, ${name}`}
                      count={onDay(index + 1)}
                      onOpen={() => onOpen({ weekday: index + 1 })}
                    />
                  </b>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Scroll>
      {worst && (
        <Text $tone="muted" $size={2}>
          {worst.count} of {total} arrived on {weekdays[worst.weekday - 1]} between {two(worst.hour)}:00 and{' '}
          {two(worst.hour + 2)}:00.
        </Text>
      )}
    </Card>
  );
}
