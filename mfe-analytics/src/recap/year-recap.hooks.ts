export { useAnalyticsYearRecapQuery as useYearRecap } from '../api';
