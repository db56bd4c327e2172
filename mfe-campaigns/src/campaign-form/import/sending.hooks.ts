import type { UploadView } from '@skein/contracts/main/uploads.contract';
import { useState, useId, useRef, useEffect } from 'react';
import { useAppDispatch } from '@skein/mfe/store';
import { formatBytes } from '@skein/ui/file-drop';
import { toasts } from '@skein/ui/toast-store';
import { navigateTo } from '@skein/mfe/navigation';
import { problemOf } from '@skein/mfe/problem';
import { sendFile, type ImportPlace } from './send-file';
import { campaignFormApi } from '../api';
import { formAddress } from '../form-steps';

/** Sends a file or pasted rows. A large one goes on being sent when somebody goes elsewhere meanwhile. */
export function useSending(target: ImportPlace, onUploaded: (upload: UploadView) => void) {
  const [sending, setSending] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const dispatch = useAppDispatch();
  const running = useRef<AbortController | null>(null);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const send = async (content: Blob, name: string) => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setProblem(null);
    setSending(`${name}, ${formatBytes(content.size)}`);
    try {
      const upload = await sendFile(content, name, target, controller.signal);
      dispatch(campaignFormApi.util.invalidateTags(['import']));
      // A large upload continues when somebody leaves the page: they are notified, and stay where they are.
      if (isHere.current) onUploaded(upload);
      else
        toasts.show({
          title: `${name} is uploaded`,
          text: 'Nothing has been imported yet.',
          duration: 20_000,
          action: { label: 'View', run: () => navigateTo(addressOf(target, upload)) },
        });
    } catch (error) {
      if (problemOf(error).code !== 'ABORTED') setProblem(problemOf(error).message);
    } finally {
      running.current = null;
      setSending(null);
    }
  };
  return { sending, problem, id, running, send };
}

/** Where an upload is looked at. */
const addressOf = (target: ImportPlace, { id }: UploadView): string =>
  'campaign_id' in target
    ? formAddress({ id: target.campaign_id, parent_campaign_id: null }, 'import-leads', { upload: String(id) })
    : `/app/leads/lists/${target.list_id}/import?upload=${id}`;
