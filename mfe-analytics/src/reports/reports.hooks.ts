import { useState } from 'react';
import { reportsContract, type ReportDetail } from '@skein/contracts/analytics/reports.contract';
import { problemOf } from '@skein/mfe/problem';
import { saveAnswer } from '@skein/mfe/save-answer';
import { showProblem } from '@skein/mfe/toasts';
import { useAnalyticsDeleteReportMutation, useAnalyticsReportQuery, useAnalyticsReportsQuery } from '../api';

/** The list of reports. */
export function useReports() {
  const { data, currentData, error, isFetching, refetch } = useAnalyticsReportsQuery();
  return {
    reports: data?.reports ?? [],
    isLoading: isFetching && !currentData,
    problem: error ? { message: error.message, onRetry: () => void refetch() } : null,
  };
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
