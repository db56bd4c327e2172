/** Days that a delivery of a webhook is kept with what was sent, once it was delivered or given up. */
export const deliveryDays = 30;
