import { useState } from 'react';
import { reportsContract, type ReportDetail, type ReportPage } from '@skein/contracts/analytics/reports.contract';
import { problemOf } from '@skein/mfe/problem';
import { saveAnswer } from '@skein/mfe/save-answer';
import { attempt, readOf } from '@skein/mfe/requests';
import { showProblem } from '@skein/mfe/toasts';
import {
  useAnalyticsChangeReportMutation,
  useAnalyticsClientsQuery,
  useAnalyticsCreateReportMutation,
  useAnalyticsDeleteReportMutation,
  useAnalyticsReportQuery,
  useAnalyticsReportsQuery,
  useAnalyticsRetryDeliveryMutation,
  useAnalyticsScheduleReportMutation,
} from '../api';

/** The list of reports. */
export function useReports() {
  const { data, isLoading, problem } = readOf(useAnalyticsReportsQuery());
  return { reports: data?.reports ?? [], isLoading, problem };
}

/** One report by the id in its address. */
export function useReport(reportId: string) {
  const isId = /^[1-9]\d{0,8}$/.test(reportId);
  const { data, error, refetch } = useAnalyticsReportQuery({ params: { reportId: Number(reportId) } }, { skip: !isId });
  const problem = error ? problemOf(error) : null;
  return {
    report: data,
    isMissing: !isId || problem?.status === 404,
    problem: problem && { message: problem.message, onRetry: () => void refetch() },
  };
}

/** Ways to keep a page with its filters: as a new report, or as what one of the person's reports of that page shows from now on. */
export function useSaveReport(page: ReportPage, address: string) {
  const { reports } = useReports();
  const [create, { isLoading: isCreating }] = useAnalyticsCreateReportMutation();
  const [change, { isLoading: isChanging }] = useAnalyticsChangeReportMutation();
  return {
    own: reports.filter((report) => report.is_own && report.page === page),
    isSaving: isCreating || isChanging,
    create: (given: { name: string; is_shared: boolean; client_id: number | null }) =>
      create({ body: { ...given, page, address } }).unwrap(),
    update: (reportId: number) => change({ params: { reportId }, body: { address } }).unwrap(),
  };
}

/** Renames a report, shares it, or stops sharing it. */
export function useChangeReport(report: ReportDetail) {
  const [change, { isLoading }] = useAnalyticsChangeReportMutation();
  return {
    isSaving: isLoading,
    change: (body: { name?: string; is_shared?: boolean }) =>
      change({ params: { reportId: report.id }, body }).unwrap(),
  };
}

/** What is done with a report as a whole. */
export function useReportActions(report: ReportDetail) {
  const [remove] = useAnalyticsDeleteReportMutation();
  const [isDrawing, setDrawing] = useState(false);
  const draw = async () => {
    setDrawing(true);
    try {
      await saveAnswer(reportsContract, 'previewReport', { params: { reportId: report.id } }, `${report.name}.pdf`);
    } catch (error) {
      showProblem('The PDF could not be created', error);
    } finally {
      setDrawing(false);
    }
  };
  return { draw, isDrawing, remove: () => remove({ params: { reportId: report.id } }).unwrap() };
}

/** Clients that a report can be for. */
export const useReportClients = (isWanted: boolean) =>
  useAnalyticsClientsQuery(undefined, { skip: !isWanted }).data?.clients ?? [];

/** Sets when a report is emailed, and to whom. Rejects with the server's problem. */
export function useScheduleReport(reportId: number) {
  const [schedule, { isLoading: isSaving }] = useAnalyticsScheduleReportMutation();
  return {
    isSaving,
    schedule: (body: Parameters<typeof schedule>[0]['body']) => schedule({ params: { reportId }, body }).unwrap(),
  };
}

/** Sends an email of a report again. A refusal is shown. */
export function useRetryDelivery(reportId: number) {
  const [retry, { isLoading: isRetrying }] = useAnalyticsRetryDeliveryMutation();
  return {
    isRetrying,
    retry: (reportDeliveryId: number) =>
      attempt(
        retry({ params: { reportId, reportDeliveryId }, body: {} }).unwrap(),
        'The email could not be sent again',
      ),
  };
}
