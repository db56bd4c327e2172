import { useEffect, useRef, useState } from 'react';
import {
  subsequenceTrigger,
  type SubsequenceRule,
  type SubsequenceTriggerKind,
} from '@skein/contracts/main/subsequence-triggers';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { DelayField, secondsOf, splitDelay, type Delay } from '@skein/mfe/delay-field';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { LoadProblem } from '@skein/ui/load-problem';
import { Loading } from '@skein/ui/skeleton';
import { Switch } from '@skein/ui/switch';
import { TextInput } from '@skein/ui/text-input';
import { TabBody } from '../campaign-form/form-layout';
import { SaveProblem } from '../campaign-form/save-problem';
import { useAutosave } from '../campaign-form/use-autosave';
import { useSaveSubsequence, useSubsequenceRule } from './subsequence.hooks';
import { TriggerFields } from './trigger-fields';
import { useReplyCategories, useSaveSettings } from '../campaign-form/form-page.hooks';

const newRule: SubsequenceRule = { triggers: [], delay_seconds: 0, stop_on_parent_reply: true };
/** What is wrong with the detail of a trigger, in words. */
const problems: Partial<Record<SubsequenceTriggerKind, string>> = {
  CATEGORY: 'Choose at least one category',
  REPLY_TEXT: 'Write at least one phrase of 2 letters or more',
  RE_ENGAGEMENT: 'Must be 1 to 365 days',
};

interface TabProps {
  /** Null before the draft is made. */ campaign: CampaignView | null;
  parentId: number;
  parent: CampaignView | null;
  mayWrite: boolean;
  onMade: (campaign: CampaignView) => void;
  /** Raised when somebody wants to go on without a name. */ nameAsked: number;
}

/** First tab of a subsequence: its name, what pushes leads of the parent into it, when they begin and when they stop. */
export function SubsequenceConditionTab(props: TabProps) {
  const { campaign } = props;
  const { data: rule, problem } = useSubsequenceRule(campaign?.id ?? null);
  // A draft that was just made keeps the fields as they are typed.
  const [wasNew] = useState(campaign === null);
  if (campaign && !rule && !wasNew) {
    return (
      <TabBody $narrow>
        {problem ? (
          <LoadProblem title="The triggers could not be loaded." {...problem} />
        ) : (
          <Loading label="Loading the triggers" />
        )}
      </TabBody>
    );
  }
  return (
    <Conditions
      {...props}
      initial={
        wasNew || !rule
          ? newRule
          : {
              triggers: rule.triggers,
              delay_seconds: rule.delay_seconds,
              stop_on_parent_reply: rule.stop_on_parent_reply,
            }
      }
    />
  );
}

type Patch = { name?: string } & Partial<SubsequenceRule>;

function Conditions({
  campaign,
  parentId,
  parent,
  mayWrite,
  onMade,
  nameAsked,
  initial,
}: TabProps & { initial: SubsequenceRule }) {
  const made = useRef<number | null>(campaign?.id ?? null);
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(campaign?.name ?? '');
  const [rule, setRule] = useState(initial);
  const [delay, setDelay] = useState<Delay>(() => splitDelay(initial.delay_seconds));
  const [nameMissing, setNameMissing] = useState(false);
  const { create, saveRule } = useSaveSubsequence();
  const saveSettings = useSaveSettings();
  const categories = useReplyCategories();
  const autosave = useAutosave<Patch>({
    save: async ({ name: newName, ...change }) => {
      if (made.current === null) {
        const draft = await create(parentId, { ...(newName ? { name: newName } : {}), ...change });
        made.current = draft.id;
        onMade(draft);
        return undefined;
      }
      if (Object.keys(change).length > 0) await saveRule(made.current, change);
      return newName ? saveSettings(made.current, { name: newName }) : undefined;
    },
  });
  useEffect(() => {
    if (nameAsked > 0) {
      setNameMissing(true);
      field.current?.focus();
    }
  }, [nameAsked]);
  const change = (changed: Partial<SubsequenceRule>) => {
    setRule({ ...rule, ...changed });
    if (changed.triggers && !changed.triggers.every((trigger) => subsequenceTrigger.safeParse(trigger).success)) return;
    autosave.queue(changed);
  };
  const changeDelay = (changed: Delay) => {
    setDelay(changed);
    const seconds = changed.amount === null ? Number.NaN : secondsOf(changed.amount, changed.unit);
    if (seconds >= 0 && seconds <= 365 * 86_400) change({ delay_seconds: seconds });
  };
  const isWrong = (kind: SubsequenceTriggerKind) => {
    const trigger = rule.triggers.find((one) => one.kind === kind);
    return trigger !== undefined && !subsequenceTrigger.safeParse(trigger).success;
  };
  return (
    <TabBody $narrow>
      <Stack $gap={4}>
        {!mayWrite && (
          <Callout tone="warning" title="Your role can view, not edit.">
            The owner or an administrator can give you another role.
          </Callout>
        )}
        <SaveProblem autosave={autosave} title="The subsequence is not saved." />
        <Card>
          <Field
            label="Name of the subsequence"
            required
            error={nameMissing && name.trim() === '' ? 'Name is required' : undefined}
            disabled={!mayWrite}
          >
            <TextInput
              ref={field}
              value={name}
              placeholder="Interested, send the offer"
              maxLength={200}
              autoComplete="off"
              autoFocus={campaign === null}
              onChange={(event) => {
                setName(event.target.value);
                if (event.target.value.trim() !== '') autosave.queue({ name: event.target.value.trim() });
              }}
            />
          </Field>
        </Card>
        <Card title="When a lead enters" detail={parent ? `leads of ${parent.name}` : undefined}>
          <TriggerFields
            triggers={rule.triggers}
            disabled={!mayWrite}
            parentSteps={parent?.step_count ?? 0}
            onChange={(triggers) => change({ triggers })}
            error={(kind) => (isWrong(kind) ? problems[kind] : undefined)}
            categories={categories.filter((category) => category.id !== 4)}
          />
        </Card>
        <Card title="When it starts and ends">
          <Stack $gap={4}>
            <DelayField
              value={delay}
              onChange={changeDelay}
              hint="Counted from the trigger. 0 = the next sending slot."
              disabled={!mayWrite}
            />
            <Switch
              label="Stop on a reply in the parent campaign"
              hint="Also on a reply to another of its subsequences. A reply to this one always follows its own settings."
              disabled={!mayWrite}
              checked={rule.stop_on_parent_reply}
              onCheckedChange={(stop_on_parent_reply) => change({ stop_on_parent_reply })}
            />
          </Stack>
        </Card>
        <Callout tone="info" title="One place for each lead.">
          A lead that enters is completed in {parent?.name ?? 'the parent'} and gets its emails from here: from the same
          mailbox, in the same conversation where the first step has no subject. Each lead comes here once.
        </Callout>
      </Stack>
    </TabBody>
  );
}
