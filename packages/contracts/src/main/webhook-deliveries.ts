/** Days for which a webhook delivery and its payload are kept once it was delivered or given up. */
export const deliveryDays = 30;
